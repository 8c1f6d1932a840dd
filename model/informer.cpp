#include "model/informer.h"

#include <algorithm>

#include "explorer/contract.h"
#include "model/sites.h"

namespace preemptcheck::model {

namespace {

bool was_assigned(const WatchEvent& event) {
  return event.before.present() && event.before.assigned();
}

/// FilteringResourceEventHandler: what of the stream a handler gets to see.
bool is_for(PodHandler handler, const WatchEvent& event) {
  const bool assigned = was_assigned(event) || (event.after.present() && event.after.assigned());
  switch (handler) {
    case PodHandler::all:
      return true;
    case PodHandler::assigned:
      return assigned;
    case PodHandler::pending:
      return !was_assigned(event);
  }
  PRECONDITION(false);
  return false;
}

}  // namespace

std::uint8_t& WatchStream::position(PodHandler handler) const {
  return handler == PodHandler::pending ? c.world.events_queued : c.world.events_cached;
}

void WatchStream::list_next() {
  PRECONDITION(has_unlisted());
  const WatchEvent& event = c.world.events[c.world.events_listed++];
  c.pod(event.pod).lister = event.after;
  settle();
}

bool WatchStream::has_next(PodHandler handler) const {
  return position(handler) < c.world.events_listed;
}

const WatchEvent& WatchStream::current(PodHandler handler) const {
  return c.world.events[position(handler)];
}

void WatchStream::finish(PodHandler handler) {
  PRECONDITION(has_next(handler));
  ++position(handler);
  settle();
}

/// Takes handlers past what is not for them, and drops events that everybody is done with.
void WatchStream::settle() {
  World& world = c.world;
  if (c.on(Switch::one_pod_event_handler)) {
    world.events_queued = world.events_cached;
  } else {
    for (const PodHandler handler : {PodHandler::assigned, PodHandler::pending})
      while (has_next(handler) && !is_for(handler, current(handler))) ++position(handler);
  }
  const std::uint8_t done = std::min(world.events_cached, world.events_queued);
  if (done == 0) return;
  std::copy(world.events.begin() + done, world.events.begin() + world.events_count,
            world.events.begin());
  std::fill(world.events.begin() + (world.events_count - done),
            world.events.begin() + world.events_count, WatchEvent{});
  world.events_count = static_cast<std::uint8_t>(world.events_count - done);
  world.events_listed = static_cast<std::uint8_t>(world.events_listed - done);
  world.events_cached = static_cast<std::uint8_t>(world.events_cached - done);
  world.events_queued = static_cast<std::uint8_t>(world.events_queued - done);
}

void run_reflector(explorer::Actor& self, Cluster c) {
  while (true) {
    self.await(at("reflector/list"), [&] { return WatchStream(c).has_unlisted(); });
    WatchStream(c).list_next();
  }
}

}  // namespace preemptcheck::model
