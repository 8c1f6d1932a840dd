// An actor's stack is copied byte by byte when the search backtracks, so what it owns on the heap
// at a boundary would be freed twice or leak. Every allocation is counted here; sanitizers bring
// operators of their own, and search by replay.
#include <gtest/gtest.h>

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include <cstdlib>
#include <new>
#include <random>

#include "explorer/execution.h"
#include "model/program_of.h"
#include "model/sites.h"
#include "tests/model/cluster_builder.h"

namespace {

long live_allocations = 0;

void* allocate(std::size_t bytes) {
  void* memory = std::malloc(bytes == 0 ? 1 : bytes);
  if (memory == nullptr) throw std::bad_alloc();
  ++live_allocations;
  return memory;
}

void release(void* memory) {
  if (memory == nullptr) return;
  --live_allocations;
  std::free(memory);
}

}  // namespace

// The other forms of new and delete end up here.
void* operator new(std::size_t bytes) { return allocate(bytes); }
void operator delete(void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }

namespace preemptcheck::model {
namespace {

/// Two preemptors, one node full of lower pods, one API call that may fail, one external deletion.
ClusterBuilder two_preemptors(Release release) {
  ClusterBuilder builder(release);
  builder.node({4});
  builder.node({4});
  builder.pending(100, {4});
  builder.pending(50, {4});
  for (const NodeId node : {NodeId{0}, NodeId{1}})
    for (int i = 0; i < 2; ++i) builder.bound(1, {2}, node, i);
  builder.spec(2).may_be_deleted = true;
  builder.pdb(1, only(2) | only(3));
  builder.scenario.graceful_termination = true;
  builder.scenario.faults.api_errors = 1;
  builder.scenario.faults.external_deletes = 1;
  return builder;
}

/// Takes a random schedule; counts transitions by site.
void walk(explorer::Execution& execution, std::mt19937& random, std::vector<int>& taken) {
  explorer::Enabled enabled;
  execution.restart();
  for (int i = 0; i < 400; ++i) {
    execution.enabled(enabled);
    if (enabled.transitions.empty()) return;
    const explorer::Transition next = enabled.transitions[random() % enabled.transitions.size()];
    const explorer::SiteId from = execution.site(next.actor);
    const long before = live_allocations;
    execution.take(next);
    ASSERT_EQ(live_allocations, before) << "after the transition from " << sites[from].name
                                        << ", at " << sites[execution.site(next.actor)].name;
    ++taken[from];
  }
}

TEST(HeapAudit, NoActorHoldsHeapMemoryAcrossABoundary) {
  std::mt19937 random(4832);
  for (const Release release : {Release::v1_31, Release::v1_33, Release::v1_35, Release::v1_37}) {
    const explorer::Program program = program_of(two_preemptors(release).build().model);
    explorer::Execution execution(program);
    std::vector<int> taken(sites.size());
    for (int schedule = 0; schedule < 300; ++schedule) walk(execution, random, taken);
    EXPECT_GT(taken[at("worker/delete-victim")], 0);
    EXPECT_GT(taken[at("binding/bind")], 0);
    EXPECT_GT(taken[at("event-handler/move-all")], 0);
  }
}

TEST(HeapAudit, TheCounterSeesAnAllocationThatStays) {
  const long before = live_allocations;
  auto* held = new std::vector<int>(10);
  EXPECT_EQ(live_allocations, before + 2);
  delete held;
  EXPECT_EQ(live_allocations, before);
}

}  // namespace
}  // namespace preemptcheck::model

#endif
