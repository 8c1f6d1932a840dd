#include "properties/registry.h"

#include "properties/gated_pod_not_popped.h"
#include "properties/node_not_overcommitted.h"
#include "properties/nominated_space_claimed_once.h"
#include "properties/nominated_space_claimed_once_strict.h"
#include "properties/preemptor_gets_bound.h"
#include "properties/preemptor_not_stranded.h"
#include "properties/victim_not_taken_by_equal_or_lower.h"
#include "properties/victim_selected_once.h"
#include "properties/victim_selected_once_strict.h"
#include "properties/victims_are_needed.h"

namespace preemptcheck::properties {

namespace {

constexpr auto builtin = property_list(   //
    victim_selected_once,                 //
    victim_selected_once_strict,          //
    victim_not_taken_by_equal_or_lower,   //
    victims_are_needed,                   //
    nominated_space_claimed_once,         //
    nominated_space_claimed_once_strict,  //
    gated_pod_not_popped,                 //
    node_not_overcommitted,               //
    preemptor_not_stranded,               //
    preemptor_gets_bound);

}  // namespace

std::span<const Property> builtin_properties() { return builtin; }

std::string_view name_of(const Property& property) {
  return std::visit([](const auto& p) { return p.name.text; }, property);
}
std::string_view description_of(const Property& property) {
  return std::visit([](const auto& p) { return p.description.text; }, property);
}
std::string_view source_of(const Property& property) {
  return std::visit([](const auto& p) { return p.source.text; }, property);
}
PropertyKind kind_of(const Property& property) {
  return std::visit([](const auto& p) { return p.kind; }, property);
}

std::string_view name_of(PropertyKind kind) {
  switch (kind) {
    case PropertyKind::always:
      return "always";
    case PropertyKind::step:
      return "step";
    case PropertyKind::at_quiescence:
      return "at-quiescence";
    case PropertyKind::sometimes:
      return "sometimes";
  }
  return "";
}

const Property* find_property(std::string_view name) {
  for (const Property& property : builtin_properties())
    if (name_of(property) == name) return &property;
  return nullptr;
}

}  // namespace preemptcheck::properties
