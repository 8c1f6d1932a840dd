#include "tests/model/cluster_builder.h"

#include <algorithm>
#include <utility>

namespace preemptcheck::model {

namespace {

Resources amounts(const std::vector<std::int64_t>& values) {
  Resources resources{};
  std::copy(values.begin(), values.end(), resources.begin());
  return resources;
}

}  // namespace

ClusterBuilder::ClusterBuilder(Release release, std::size_t resources_count) {
  scenario.name = "test";
  scenario.release = release;
  scenario.switches = Switches::of(release);
  for (std::size_t r = 0; r < resources_count; ++r)
    scenario.resources.push_back("example.com/r" + std::to_string(r));
}

ClusterBuilder& ClusterBuilder::with(Switch which, bool value) {
  scenario.switches.set(which, value);
  return *this;
}

NodeId ClusterBuilder::node(std::vector<std::int64_t> allocatable) {
  NodeSpec node;
  node.name = "n" + std::to_string(scenario.nodes.size());
  node.allocatable = amounts(allocatable);
  scenario.nodes.push_back(std::move(node));
  return static_cast<NodeId>(scenario.nodes.size() - 1);
}

PodId ClusterBuilder::pending(std::int32_t priority, std::vector<std::int64_t> requests) {
  PodSpec pod;
  pod.namespace_name = "default";
  pod.name = "p" + std::to_string(scenario.pods.size());
  pod.priority = priority;
  pod.requests = amounts(requests);
  pod.feasible_nodes = 0xFF;
  scenario.pods.push_back(std::move(pod));
  return static_cast<PodId>(scenario.pods.size() - 1);
}

PodId ClusterBuilder::bound(std::int32_t priority, std::vector<std::int64_t> requests, NodeId node,
                            std::int64_t start_time_seconds) {
  const PodId pod = pending(priority, std::move(requests));
  spec(pod).node = node;
  spec(pod).start_time_seconds = start_time_seconds;
  return pod;
}

ClusterBuilder& ClusterBuilder::pdb(std::int32_t disruptions_allowed, PodSet pods,
                                    PodSet disrupted_pods) {
  PdbSpec pdb;
  pdb.name = "pdb" + std::to_string(scenario.pdbs.size());
  pdb.disruptions_allowed = disruptions_allowed;
  pdb.pods = pods;
  pdb.disrupted_pods = disrupted_pods;
  scenario.pdbs.push_back(std::move(pdb));
  return *this;
}

TestCluster ClusterBuilder::build() const {
  auto model = std::make_shared<const Model>(make_model(scenario));
  const World world = initial_world(*model);
  return {std::move(model), world};
}

PodObject pending_object(NodeId nominated) {
  PodObject object;
  object.nominated = nominated;
  object.bits = PodObject::present_bit;
  return object;
}

PodObject bound_object(NodeId node) {
  PodObject object = pending_object();
  object.node = node;
  return object;
}

PodObject terminating_object(NodeId node, bool disruption_target) {
  PodObject object = bound_object(node);
  object.bits |= PodObject::terminating_bit;
  if (disruption_target) object.bits |= PodObject::disruption_target_bit;
  return object;
}

void put_in_queue(TestCluster& cluster, PodId pod, QueuePlace place, std::uint8_t bits) {
  PodState& state = cluster.pod(pod);
  state.place = place;
  state.queued = {.pod = state.lister, .bits = bits};
  state.order = 0;
  for (PodId p = 0; p < cluster.model->pods_count; ++p)
    if (p != pod && cluster.pod(p).place != QueuePlace::none &&
        cluster.model->scenario.pods[p].priority == cluster.model->scenario.pods[pod].priority)
      ++state.order;
}

Preemption& put_preemption(TestCluster& cluster, PreemptionId id, PodId preemptor, NodeId node,
                           PodSet victims) {
  Preemption& preemption = cluster.world.preemptions[id];
  preemption.phase = PreemptionPhase::running;
  preemption.is_async = 1;
  preemption.preemptor = preemptor;
  preemption.node = node;
  preemption.victims = preemption.to_call = victims;
  cluster.pod(preemptor).set(PodState::preempting_bit, true);
  cluster.pod(preemptor).set(PodState::has_preempted_bit, true);
  return preemption;
}

}  // namespace preemptcheck::model
