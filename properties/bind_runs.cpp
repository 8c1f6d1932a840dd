#include "properties/bind_runs.h"

#include "properties/view.h"

namespace preemptcheck::properties {

namespace {

using model::PodId;
using Shared = std::shared_ptr<const model::Model>;

explorer::Promise promise_for(const Eventually& property, const Shared& model, PodId pod,
                              const explorer::Program& program, explorer::Questions& questions) {
  explorer::Promise promise = explorer::promise_by_kind(program, questions.of_states.size());
  questions.of_states.emplace_back([model, pod, check = property.pending](const std::byte* state) {
    return check(view(state, *model), pod);
  });
  if (property.busy) {
    promise.busy = questions.of_transitions.size();
    questions.of_transitions.emplace_back(
        [model, pod, check = *property.busy](const explorer::TransitionAt& at) {
          return check(view(at.before, *model), view(at.after, *model), pod) ? 1U : 0U;
        });
  }
  for (std::size_t i = 0; i < program.actors.size(); ++i) {
    if (program.actors[i].name != "flush-timer") continue;
    promise.may_act[i] = !property.without_flush;
    promise.is_fair[i] = model->scenario.flush_fair;
  }
  return promise;
}

}  // namespace

std::vector<PodPromise> promises_of(const Eventually& property, const Shared& model,
                                    const explorer::Program& program,
                                    explorer::Questions& questions) {
  std::vector<PodPromise> promises;
  for (PodId p = 0; p < model->pods_count; ++p)
    if (model->scenario.pods[p].node == model::no_node)
      promises.push_back({p, promise_for(property, model, p, program, questions)});
  return promises;
}

Finding finding_of(const Eventually& property, PodId p) { return violated(property.text, pod(p)); }

}  // namespace preemptcheck::properties
