#include "properties/registry.h"

#include "properties/evicted_pod_holds_room.h"
#include "properties/flush_reaches_preemptor.h"
#include "properties/gate_eventually_opens.h"
#include "properties/gated_pod_not_popped.h"
#include "properties/no_call_for_terminating_victim.h"
#include "properties/no_eviction_after_error.h"
#include "properties/no_eviction_for_deleted_preemptor.h"
#include "properties/no_pod_stranded.h"
#include "properties/no_scheduling_livelock.h"
#include "properties/node_not_overcommitted.h"
#include "properties/nominated_space_claimed_once.h"
#include "properties/nominated_space_claimed_once_strict.h"
#include "properties/nomination_eventually_cleared.h"
#include "properties/one_preemption_per_preemptor.h"
#include "properties/only_the_selected_pod_is_deleted.h"
#include "properties/pod_not_taken_for_another.h"
#include "properties/preemptor_eventually_bound.h"
#include "properties/preemptor_gets_bound.h"
#include "properties/preemptor_not_stranded.h"
#include "properties/status_patch_reaches_its_pod.h"
#include "properties/victim_not_stranded.h"
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
    one_preemption_per_preemptor,         //
    no_eviction_after_error,              //
    no_eviction_for_deleted_preemptor,    //
    only_the_selected_pod_is_deleted,     //
    no_call_for_terminating_victim,       //
    pod_not_taken_for_another,            //
    status_patch_reaches_its_pod,         //
    evicted_pod_holds_room,               //
    preemptor_not_stranded,               //
    no_pod_stranded,                      //
    victim_not_stranded,                  //
    flush_reaches_preemptor,              //
    preemptor_eventually_bound,           //
    gate_eventually_opens,                //
    nomination_eventually_cleared,        //
    no_scheduling_livelock,               //
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

bool must_happen(const Property& property) { return kind_of(property) == PropertyKind::sometimes; }

bool is_about_runs(const Property& property) {
  return kind_of(property) == PropertyKind::eventually;
}

bool is_asked_for_by_name(const Property& property) {
  return must_happen(property) || is_about_runs(property);
}

std::string_view name_of(PropertyKind kind) {
  switch (kind) {
    case PropertyKind::always:
      return "always";
    case PropertyKind::step:
      return "step";
    case PropertyKind::at_quiescence:
      return "at-quiescence";
    case PropertyKind::eventually:
      return "eventually";
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
