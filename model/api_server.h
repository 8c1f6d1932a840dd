// The API server's pods and their watch stream. Each function is one request; the watch event that
// it causes is queued in it. Requests name their object; only a binding also gives the UID.
#pragma once

#include <array>
#include <string_view>

#include "model/cluster.h"

namespace preemptcheck::model {

/// What may happen to one request.
enum class Outcome : std::uint8_t {
  ok,
  error,     ///< it fails without effect
  lost,      ///< it takes effect; its reply is lost, so the caller sees an error
  conflict,  ///< it meets a conflict (status patches)
};
std::string_view name_of(Outcome outcome);

enum class ApiResult : std::uint8_t {
  ok,
  not_found,
  conflict,
  error,
  lost,  ///< done, but the caller is to see an error
};

/// What kinds of trouble a caller can tell apart: where the result is only logged, a lost reply is
/// as good as none.
struct Trouble {
  bool lost = false;
  bool conflict = false;
};
inline constexpr Trouble logged_patch{.lost = false, .conflict = true};
inline constexpr Trouble awaited_patch{.lost = true, .conflict = true};
inline constexpr Trouble awaited_call{.lost = true, .conflict = false};
inline constexpr Trouble plugin_call{.lost = false, .conflict = false};

class ApiServer {
 public:
  explicit ApiServer(Cluster cluster) : c(cluster) {}

  /// How many outcomes a request may have now: as many as the budgets of faults allow.
  [[nodiscard]] unsigned outcomes(Trouble trouble) const;
  /// The one that a choice stands for.
  [[nodiscard]] Outcome outcome(unsigned choice, Trouble trouble) const;

  /// PATCH of the pod's status (util.PatchPodStatus, with its retries).
  template <class Change>
  ApiResult PatchPodStatus(Outcome outcome, PodId named, const Change& change) {
    if (fails(outcome)) return ApiResult::error;
    const PodId pod = c.named_in(&PodState::api, named);
    if (pod == no_pod) return ApiResult::not_found;
    PodObject after = c.pod(pod).api;
    change(after);
    store(pod, after);
    return outcome == Outcome::lost ? ApiResult::lost : ApiResult::ok;
  }
  /// DELETE of the pod, with its own grace period.
  ApiResult DeletePod(Outcome outcome, PodId named);
  /// POST of a binding, which is for this UID only.
  ApiResult Bind(Outcome outcome, PodId pod, NodeId node);
  /// A call of a PreBind plugin. What it is about is not modelled.
  ApiResult SendPreBind(Outcome outcome) {
    return fails(outcome) ? ApiResult::error : ApiResult::ok;
  }
  /// What the kubelet sends when a terminating pod has ended: the object goes away.
  void RemovePod(PodId pod) { store(pod, {}); }
  void CreatePod(PodId pod);

 private:
  /// Spends the budget of a fault. True: the request has no effect.
  bool fails(Outcome outcome);
  /// Stores an object's next version; one that changes nothing makes no event.
  void store(PodId pod, const PodObject& after);

  Cluster c;
};

}  // namespace preemptcheck::model
