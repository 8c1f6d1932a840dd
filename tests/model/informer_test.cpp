// The watch stream: every handler gets every event that is for it, once and in order, and never
// before the lister; what everybody is done with leaves the stream.
#include "model/informer.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

#include "model/api_server.h"
#include "tests/model/random_cluster.h"

namespace preemptcheck::model {
namespace {

constexpr int pods = 3;

/// One handler, as a list: which events of the whole history it is to see, and how many it has.
struct Listener {
  PodHandler handler;
  std::vector<std::size_t> mine;
  std::size_t handled = 0;
};

/// The whole history of events, and who has got how far.
class History {
 public:
  explicit History(Release release) : cluster_(cluster_of(release)) {
    if (release < Release::v1_35)
      listeners_ = {{PodHandler::assigned, {}}, {PodHandler::pending, {}}};
    else
      listeners_ = {{PodHandler::all, {}}};
  }

  void take_some_step() {
    const int step = any_number(0, 3);
    if (step == 0) {
      request();
    } else if (step == 1 && listed_ < events_.size()) {
      RC_ASSERT(stream().has_unlisted());
      stream().list_next();
      listed_ += 1;
    } else if (step >= 2) {
      handle(listeners_[static_cast<std::size_t>(step) % listeners_.size()]);
    }
    check();
  }

 private:
  static TestCluster cluster_of(Release release) {
    ClusterBuilder builder(release);
    builder.node({10});
    for (int p = 0; p < pods; ++p) builder.pending(0, {1});
    builder.scenario.graceful_termination = true;
    for (PodSpec& pod : builder.scenario.pods) pod.arrival = Arrival::anytime;
    return builder.build();
  }

  WatchStream stream() { return WatchStream(cluster_.view()); }

  void request() {
    if (outstanding() == max_watch_events) return;
    const auto pod = static_cast<PodId>(any_number(0, pods - 1));
    const PodObject before = cluster_.pod(pod).api;
    ApiServer api(cluster_.view());
    if (!before.present()) {
      api.CreatePod(pod);
    } else {
      switch (any_number(0, 3)) {
        case 0:
          api.Bind(Outcome::ok, pod, 0);
          break;
        case 1:
          api.DeletePod(Outcome::ok, pod);
          break;
        case 2:
          api.RemovePod(pod);
          break;
        default:
          api.PatchPodStatus(Outcome::ok, pod, [](PodObject& object) { object.nominated ^= 1; });
      }
    }
    if (cluster_.pod(pod).api != before) record({before, cluster_.pod(pod).api, pod});
  }

  void record(const WatchEvent& event) {
    const bool was_bound = event.before.present() && event.before.assigned();
    const bool is_bound = event.after.present() && event.after.assigned();
    for (Listener& listener : listeners_) {
      const bool to_assigned = was_bound || is_bound;
      const bool to_pending = !was_bound;
      if (listener.handler == PodHandler::assigned  ? to_assigned
          : listener.handler == PodHandler::pending ? to_pending
                                                    : true)
        listener.mine.push_back(events_.size());
    }
    events_.push_back(event);
  }

  [[nodiscard]] bool may_handle(const Listener& listener) const {
    return listener.handled < listener.mine.size() && listener.mine[listener.handled] < listed_;
  }

  void handle(Listener& listener) {
    RC_ASSERT(stream().has_next(listener.handler) == may_handle(listener));
    if (!may_handle(listener)) return;
    const WatchEvent& expected = events_[listener.mine[listener.handled]];
    const WatchEvent& event = stream().current(listener.handler);
    RC_ASSERT(event.pod == expected.pod);
    RC_ASSERT(event.before == expected.before);
    RC_ASSERT(event.after == expected.after);
    stream().finish(listener.handler);
    listener.handled += 1;
  }

  /// Events that somebody has still to see.
  [[nodiscard]] std::size_t outstanding() const {
    std::size_t done = listed_;
    for (const Listener& listener : listeners_)
      if (may_handle(listener)) done = std::min(done, listener.mine[listener.handled]);
    return events_.size() - done;
  }

  void check() {
    RC_ASSERT(cluster_.world.events_count == outstanding());
    RC_ASSERT(stream().has_unlisted() == (listed_ < events_.size()));
    for (PodId pod = 0; pod < pods; ++pod) {
      PodObject seen;
      for (std::size_t i = 0; i < listed_; ++i)
        if (events_[i].pod == pod) seen = events_[i].after;
      RC_ASSERT(cluster_.pod(pod).lister == seen);
    }
    for (std::size_t i = cluster_.world.events_count; i < max_watch_events; ++i)
      RC_ASSERT(cluster_.world.events[i].pod == no_pod);
  }

  TestCluster cluster_;
  std::vector<WatchEvent> events_;
  std::size_t listed_ = 0;
  std::vector<Listener> listeners_;
};

void take_steps(Release release) {
  History history(release);
  const int steps = any_number(0, 200);
  for (int i = 0; i < steps; ++i) history.take_some_step();
}

RC_GTEST_PROP(WatchStreamHistories, TwoHandlersGetTheirEventsInOrder, ()) {
  take_steps(Release::v1_33);
}

RC_GTEST_PROP(WatchStreamHistories, OneHandlerGetsEveryEventInOrder, ()) {
  take_steps(Release::v1_37);
}

TEST(WatchStreamTest, TheListerMayBeAnyNumberOfEventsAhead) {
  ClusterBuilder builder;
  builder.node({10});
  const PodId pod = builder.pending(0, {1});
  TestCluster cluster = builder.build();
  ApiServer(cluster.view()).PatchPodStatus(Outcome::ok, pod, [](PodObject& o) { o.nominated = 0; });
  ApiServer(cluster.view()).DeletePod(Outcome::ok, pod);
  WatchStream stream(cluster.view());
  stream.list_next();
  stream.list_next();
  EXPECT_FALSE(cluster.pod(pod).lister.present());
  EXPECT_EQ(stream.current(PodHandler::all).after, pending_object(0));
  stream.finish(PodHandler::all);
  EXPECT_FALSE(stream.current(PodHandler::all).after.present());
}

TEST(WatchStreamTest, APodThatIsBoundIsADeletionForThePendingHandler) {
  ClusterBuilder builder(Release::v1_33);
  builder.node({10});
  const PodId pod = builder.pending(0, {1});
  TestCluster cluster = builder.build();
  ApiServer(cluster.view()).Bind(Outcome::ok, pod, 0);
  WatchStream stream(cluster.view());
  stream.list_next();
  EXPECT_TRUE(stream.has_next(PodHandler::assigned));
  EXPECT_TRUE(stream.has_next(PodHandler::pending));
}

}  // namespace
}  // namespace preemptcheck::model
