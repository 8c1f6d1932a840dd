#include "cli/judge_runs.h"

#include <fmt/format.h>

#include <utility>
#include <variant>

#include "cli/exit_code.h"
#include "model/program_of.h"
#include "properties/bind_runs.h"
#include "properties/registry.h"

namespace preemptcheck::cli {

namespace {

using properties::PodPromise;
using Shared = std::shared_ptr<const model::Model>;

std::vector<PodPromise> promises_of(const properties::Property& property, const Shared& model,
                                    const explorer::Program& program,
                                    explorer::Questions& questions) {
  return properties::promises_of(std::get<properties::Eventually>(property), model, program,
                                 questions);
}

}  // namespace

RunsResult judge_runs(const Shared& model,
                      const std::vector<const properties::Property*>& properties,
                      const explorer::Options& options) {
  const explorer::Program program = model::program_of(model);
  explorer::Questions questions;
  std::vector<std::vector<PodPromise>> promises;
  promises.reserve(properties.size());
  for (const properties::Property* property : properties)
    promises.push_back(promises_of(*property, model, program, questions));
  const explorer::StateGraph graph(program, options, questions);
  RunsResult result{graph.search(), std::vector<std::optional<BrokenPromise>>(properties.size())};
  for (std::size_t i = 0; i < properties.size(); ++i)
    for (const PodPromise& promise : promises[i]) {
      const auto lasso = explorer::find_fair_loop(graph, promise.promise);
      if (!lasso) continue;
      auto judgement = explorer::judge_lasso(program, questions, promise.promise, *lasso);
      if (!judgement.fault.empty())
        throw InternalError(fmt::format("the run found for {} does not break it when repeated: {}",
                                        properties::name_of(*properties[i]), judgement.fault));
      result.broken[i] = {promise.pod, *lasso, std::move(judgement.witnesses)};
      break;
    }
  return result;
}

RunJudgement judge_run(const Shared& model, const properties::Property& property,
                       const explorer::Lasso& lasso) {
  const explorer::Program program = model::program_of(model);
  explorer::Questions questions;
  RunJudgement result;
  for (const PodPromise& promise : promises_of(property, model, program, questions)) {
    auto judgement = explorer::judge_lasso(program, questions, promise.promise, lasso);
    if (judgement.fault.empty()) {
      result.broken = {promise.pod, lasso, std::move(judgement.witnesses)};
      result.fault.clear();
      return result;
    }
    if (!result.fault.empty()) result.fault += "; ";
    result.fault +=
        fmt::format("{}: {}", model->scenario.pods[promise.pod].full_name(), judgement.fault);
  }
  return result;
}

std::string fairness_text(const std::vector<explorer::FairnessWitness>& witnesses,
                          const explorer::Program& program, std::size_t first) {
  if (witnesses.empty()) return "No actor that must act is enabled there, so the run may end so.";
  std::string text;
  for (const explorer::FairnessWitness& witness : witnesses) {
    text += text.empty() ? "The loop is fair: " : ", ";
    text += program.actors[witness.unit.actor].name;
    if (!witness.unit.choice.empty()) text += fmt::format(" ({})", witness.unit.choice);
    text += fmt::format(" {} step {}", witness.is_taken ? "runs at" : "cannot run before",
                        first + witness.step);
  }
  return text + ".";
}

}  // namespace preemptcheck::cli
