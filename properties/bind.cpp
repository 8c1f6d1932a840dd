#include "properties/bind.h"

#include <stdexcept>

#include "properties/registry.h"
#include "properties/view.h"

namespace preemptcheck::properties {

namespace {

using model::Model;
using model::World;

explorer::PredicateKind explorer_kind(PropertyKind kind) {
  switch (kind) {
    case PropertyKind::always:
      return explorer::PredicateKind::always;
    case PropertyKind::step:
      return explorer::PredicateKind::step;
    case PropertyKind::at_quiescence:
      return explorer::PredicateKind::at_quiescence;
    case PropertyKind::sometimes:
      return explorer::PredicateKind::sometimes;
    case PropertyKind::eventually:
      break;
  }
  throw std::invalid_argument("no state and no transition breaks a promise about runs");
}

}  // namespace

explorer::Predicate predicate_of(const Property& property,
                                 const std::shared_ptr<const Model>& model) {
  explorer::Predicate predicate;
  predicate.name = name_of(property);
  predicate.kind = explorer_kind(kind_of(property));
  std::visit(
      [&](const auto& p) {
        using Kind = std::decay_t<decltype(p)>;
        if constexpr (!std::is_same_v<Kind, Eventually>)
          predicate.hit = [model, check = p.check](const std::byte* before,
                                                   const std::byte* after) {
            if constexpr (std::is_same_v<Kind, Step>)
              return check(view(before, *model), view(after, *model)).violated;
            else if constexpr (std::is_same_v<Kind, Sometimes>)
              return check(view(after, *model));
            else
              return check(view(after, *model)).violated;
          };
      },
      property);
  return predicate;
}

Finding evaluate(const Property& property, const Model& model, const World& before,
                 const World& after) {
  return std::visit(
      [&](const auto& p) -> Finding {
        using Kind = std::decay_t<decltype(p)>;
        if constexpr (std::is_same_v<Kind, Step>)
          return p.check(view(before, model), view(after, model));
        else if constexpr (std::is_same_v<Kind, Sometimes> || std::is_same_v<Kind, Eventually>)
          return holds;
        else
          return p.check(view(after, model));
      },
      property);
}

std::string sentence_of(const Finding& finding, const model::Scenario& scenario) {
  std::string sentence;
  std::size_t entity = 0;
  for (std::size_t i = 0; i < finding.text.size(); ++i) {
    if (finding.text.substr(i, 2) != "{}") {
      sentence += finding.text[i];
      continue;
    }
    const Entity& about = finding.about[entity++];
    sentence += about.kind == Entity::Kind::node ? scenario.nodes[about.id].name
                                                 : scenario.pods[about.id].full_name();
    ++i;
  }
  return sentence;
}

}  // namespace preemptcheck::properties
