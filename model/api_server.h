// The API server's pods and their watch stream. Each function is one request; the watch event that
// it causes is queued in it.
#pragma once

#include "model/cluster.h"

namespace preemptcheck::model {

enum class ApiResult : std::uint8_t { ok, not_found, conflict, error };

class ApiServer {
 public:
  explicit ApiServer(Cluster cluster) : c(cluster) {}

  /// Successors of a request that may fail: 0 succeeds, 1 fails without effect, while the budget of
  /// failed calls lasts.
  [[nodiscard]] unsigned outcomes() const { return c.world.api_errors_left > 0 ? 2 : 1; }

  /// PATCH of the pod's status.
  template <class Change>
  ApiResult PatchPodStatus(unsigned outcome, PodId pod, const Change& change) {
    if (fails(outcome)) return ApiResult::error;
    if (!c.pod(pod).api.present()) return ApiResult::not_found;
    PodObject after = c.pod(pod).api;
    change(after);
    store(pod, after);
    return ApiResult::ok;
  }
  /// DELETE of the pod, with its own grace period.
  ApiResult DeletePod(unsigned outcome, PodId pod);
  /// POST of a binding.
  ApiResult Bind(unsigned outcome, PodId pod, NodeId node);
  /// What the kubelet sends when a terminating pod has ended: the object goes away.
  void RemovePod(PodId pod) { store(pod, {}); }
  void CreatePod(PodId pod);

 private:
  bool fails(unsigned outcome);
  /// Stores an object's next version; one that changes nothing makes no event.
  void store(PodId pod, const PodObject& after);

  Cluster c;
};

}  // namespace preemptcheck::model
