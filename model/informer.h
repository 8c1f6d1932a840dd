// From the watch stream to the lister, then to the event handlers. The lister may be any number of
// events ahead of the handlers; handlers take events in order.
#pragma once

#include "explorer/actor.h"
#include "model/cluster.h"

namespace preemptcheck::model {

/// The handlers registered with the pod informer (eventhandlers.go). From 1.35 on there is one;
/// before there were two, each with its own goroutine and its own place in the stream.
enum class PodHandler : std::uint8_t {
  all,       ///< addPod, updatePod, deletePod
  assigned,  ///< addPodToCache, updatePodInCache, deletePodFromCache
  pending,   ///< addPodToSchedulingQueue, updatePodInSchedulingQueue, deletePodFromSchedulingQueue
};

/// The stream as the handlers see it: what is next for whom, and what is done with.
class WatchStream {
 public:
  explicit WatchStream(Cluster cluster) : c(cluster) {}

  [[nodiscard]] bool has_unlisted() const { return c.world.events_listed < c.world.events_count; }
  /// Applies the oldest event that the lister has not seen.
  void list_next();

  [[nodiscard]] bool has_next(PodHandler handler) const;
  /// The event that the handler is at. Valid until the next step: events move up.
  [[nodiscard]] const WatchEvent& current(PodHandler handler) const;
  /// The handler is done with its event.
  void finish(PodHandler handler);

 private:
  [[nodiscard]] std::uint8_t& position(PodHandler handler) const;
  void settle();

  Cluster c;
};

/// Actor: the reflector, which feeds the indexer.
void run_reflector(explorer::Actor& self, Cluster c);
/// Actor: the handler of node events.
void run_node_handler(explorer::Actor& self, Cluster c);
/// Actor: one handler's goroutine.
void run_pod_handler(explorer::Actor& self, Cluster c, PodHandler handler);

}  // namespace preemptcheck::model
