// Releases of Kubernetes as a table of named behaviours, each with the change that brought it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace preemptcheck::model {

/// A release that the model knows, oldest first. Patch releases of one minor release that behave
/// alike are one: each stands for itself and those after it, up to the next one in the list.
enum class Release : std::uint8_t {
  v1_31,
  v1_32,
  v1_33,
  v1_34_0,
  v1_34,
  v1_34_8,
  v1_35_0,
  v1_35,
  v1_35_5,
  v1_36,
  v1_36_4,
  v1_37,
  master,
};
inline constexpr std::size_t release_count = 13;
inline constexpr Release newest_release = Release::v1_37;

struct ReleaseInfo {
  std::string_view name;     ///< as users write it: "1.33"
  std::string_view summary;  ///< what it changed for preemption, one sentence
  std::uint8_t patch = 0;    ///< the first patch release that behaves like this
  bool is_patch = false;     ///< differs from its minor release by a few cherry-picks only
};

/// One behaviour of kube-scheduler, on or off. The order is that of the table in release.cpp.
enum class Switch : std::uint8_t {
  // what releases differ in
  async_preemption,
  queueing_hints,
  pop_from_backoff_queue,
  discard_popped_in_flight,
  gate_opens_before_last_victim,
  gate_consults_lister,
  skip_terminating_victims,
  activate_when_all_gone,
  skip_last_victim_after_error,
  patch_not_found_is_success,
  delete_not_found_is_success,
  patch_retries_conflict,
  permit_victim_returns_to_backoff,
  prebind_victim_cancelled,
  activate_after_in_memory_victim,
  gated_pods_skip_events,
  gated_pods_skip_flush,
  nomination_change_wakes,
  fit_hint_accepts_nominated_pod,
  activate_from_backoff_skips_gate,
  clear_patch_without_potential_node,
  queue_update_atomic,
  one_pod_event_handler,
  status_patch_from_lister,
  status_patch_checks_uid,
  failure_checks_uid,
  failure_keeps_expected_node,
  binding_forgets_deleted_assumed_pod,
  done_before_binding,
  done_before_bind_call,
  too_small_node_is_unresolvable,
  expected_node_is_nominated,
  bind_clears_nomination,
  async_api_calls,
  // fixes that are proposed and in no release
  activate_on_completion,
  // parts of the design that can be turned off to see what rests on them
  preenqueue_gate,
  nominate_in_memory,
  filters_see_nominations,
  activate_on_error,
  last_victim_waits_for_others,
  eligibility_waits_for_terminating,
  in_flight_events,
  reprieve_victims,
  victims_sorted_after_reprieve,
  assume_before_binding,
  update_keeps_nomination,
  fit_hint_accepts_deleted_pod,
};
inline constexpr std::size_t switch_count = 47;

enum class SwitchGroup : std::uint8_t {
  release,   ///< differs between releases
  proposed,  ///< an open pull request: off everywhere
  design,    ///< on everywhere; turning it off plants a bug
};

struct SwitchInfo {
  std::string_view name;    ///< kebab-case, stable: written into scenarios and traces
  std::string_view effect;  ///< what holds while it is on
  std::string_view source;  ///< pull request, KEP or code
  SwitchGroup group = SwitchGroup::release;
  std::array<bool, release_count> default_on{};  ///< by release
};

/// A feature gate under its upstream name. It turns one switch on or off.
struct FeatureGateInfo {
  std::string_view name;
  Switch controls = Switch::async_preemption;
  std::array<std::string_view, 9> stages{};  ///< by main release; use stage_of
};

/// The behaviours in force. Trivially copyable.
class Switches {
 public:
  static Switches of(Release release);
  [[nodiscard]] bool on(Switch s) const { return on_[static_cast<std::size_t>(s)]; }
  void set(Switch s, bool value) { on_[static_cast<std::size_t>(s)] = value; }
  bool operator==(const Switches&) const = default;

 private:
  std::array<bool, switch_count> on_{};
};

/// All of them, in the order of `Release`.
std::span<const ReleaseInfo> all_releases();
/// Those that are no patch releases.
std::vector<Release> main_releases();
std::span<const SwitchInfo> all_switches();
std::span<const FeatureGateInfo> all_feature_gates();
/// Also finds a patch release by its number: "1.34.1" behaves like 1.34.0, "v1.35.3" like 1.35.
std::optional<Release> find_release(std::string_view name);
std::optional<Switch> find_switch(std::string_view name);
/// "alpha", "beta", "GA" (locked), or "" where the gate does not exist.
std::string_view stage_of(const FeatureGateInfo& gate, Release release);
const FeatureGateInfo* find_feature_gate(std::string_view name);
const ReleaseInfo& info(Release release);
const SwitchInfo& info(Switch s);

}  // namespace preemptcheck::model
