// Every place at which an actor of the model waits to be run. Names are stable: traces hold them.
#pragma once

#include <array>
#include <string_view>

#include "explorer/site.h"

namespace preemptcheck::model {

// clang-format off
inline constexpr auto sites = std::to_array<explorer::Site>({
    // the scheduling thread
    {"scheduler/pop", "takes the next pod from the queue", "backend/queue/active_queue.go: unlockedPop", true},
    {"scheduler/update-snapshot", "takes a snapshot of the cache, unless the pod is deleted or assumed", "schedule_one.go: skipPodSchedule, backend/cache/cache.go: UpdateSnapshot"},
    {"scheduler/filter", "looks for nodes that fit, with the nominated pods", "schedule_one.go: findNodesThatFitPod"},
    {"scheduler/assume", "assumes the pod on a node", "schedule_one.go: assume", true},
    {"scheduler/delete-nomination", "drops the pod's nomination and starts its binding cycle", "schedule_one.go: assume"},
    {"scheduler/post-filter", "looks for victims; where one node is best, hands them over", "framework/preemption/preemption.go: Preempt"},
    {"scheduler/clear-own-nomination", "patches the pod's nomination away: no node can help", "framework/preemption/preemption.go: findCandidates", true},
    {"scheduler/prepare-candidate", "chooses among equally good nodes and hands the victims over", "framework/preemption/preemption.go: SelectCandidate", true},
    {"scheduler/wait-for-victims", "has waited for the calls to all victims", "framework/preemption/preemption.go: prepareCandidate"},
    {"scheduler/clear-nominations", "clears a lower pod's nomination", "framework/preemption/preemption.go: prepareCandidate", true},
    {"scheduler/get-pod", "reads the failed pod from the lister", "schedule_one.go: handleSchedulingFailure"},
    {"scheduler/requeue", "puts the pod back, with the events since it was popped", "backend/queue/scheduling_queue.go: AddUnschedulableIfNotPresent"},
    {"scheduler/nominate", "writes the nomination in memory", "backend/queue/nominator.go: addNominatedPod"},
    {"scheduler/patch-status", "patches the pod's status", "schedule_one.go: updatePod", true},
    // the goroutine of an asynchronous preemption
    {"executor/start", "starts and lists lower pods nominated to the node", "framework/preemption/executor.go: prepareCandidateAsync"},
    {"executor/clear-nomination", "clears a lower pod's nomination", "framework/preemption/executor.go: clearNominatedNodeName", true},
    {"executor/join", "has waited for all victims but the last", "framework/preemption/executor.go: prepareCandidateAsync"},
    {"executor/register-last-victim", "registers the last victim", "framework/preemption/executor.go: prepareCandidateAsync"},
    {"executor/find-last-victim", "takes the last victim back, if it waits in Permit or PreBind", "framework/preemption/executor.go: PreemptPod"},
    {"executor/patch-found-last-victim", "patches the condition of the last victim, which could not be taken back", "framework/preemption/executor.go: PreemptPod", true},
    {"executor/patch-last-victim", "patches the last victim's condition", "framework/preemption/executor.go: PreemptPod", true},
    {"executor/delete-last-victim", "deletes the last victim", "framework/preemption/executor.go: PreemptPod", true},
    {"executor/leave-preempting", "opens the preemptor's gate", "framework/preemption/executor.go: prepareCandidateAsync"},
    {"executor/activate", "activates the preemptor", "backend/queue/scheduling_queue.go: Activate"},
    // its workers
    {"worker/start", "starts with its victim", "framework/parallelize/parallelism.go: Until"},
    {"worker/find-victim", "takes a victim back, if it waits in Permit or PreBind", "framework/preemption/executor.go: PreemptPod"},
    {"worker/patch-found-victim", "patches the condition of a victim, which could not be taken back", "framework/preemption/executor.go: PreemptPod", true},
    {"worker/miss-reply", "gives up waiting for a reply", "framework/preemption/executor.go: PreemptPod"},
    {"worker/patch-victim", "patches a victim's condition", "framework/preemption/executor.go: PreemptPod", true},
    {"worker/delete-victim", "deletes a victim", "framework/preemption/executor.go: PreemptPod", true},
    // a binding cycle
    {"binding/start", "has no more need of the events since the pod was popped", "schedule_one.go: bindingCycle"},
    {"binding/nominate-expected-node", "patches the pod's nomination to the node where it is to run", "schedule_one.go: bindingCycle", true},
    {"binding/wait-on-permit", "learns whether the pod may be bound", "framework/runtime/framework.go: WaitOnPermit"},
    {"binding/leave-waiting-pods", "removes the pod from the waiting pods", "framework/runtime/waiting_pods_map.go: remove"},
    {"binding/enter-pre-bind", "adds the pod to those in PreBind", "framework/runtime/pods_in_prebind_map.go: add"},
    {"binding/pre-bind", "runs the PreBind plugins", "schedule_one.go: bindingCycle", true},
    {"binding/enqueue-bind", "hands the binding to the dispatcher", "backend/api_cache/api_cache.go: BindPod"},
    {"binding/bind", "binds the pod", "schedule_one.go: bind", true},
    {"binding/forget", "forgets the assumed pod", "schedule_one.go: handleBindingCycleError"},
    {"binding/move-all", "tells the queue that the room is free again", "schedule_one.go: handleBindingCycleError"},
    {"binding/get-pod", "reads the failed pod from the lister", "schedule_one.go: handleSchedulingFailure"},
    {"binding/requeue", "puts the pod back", "backend/queue/scheduling_queue.go: AddUnschedulableIfNotPresent"},
    {"binding/nominate", "clears the nomination in memory", "backend/queue/nominator.go: addNominatedPod"},
    {"binding/patch-status", "patches the pod's status", "schedule_one.go: updatePod", true},
    {"binding/move-others", "tells the queue, for all but the rejected pod, that the room is free again", "schedule_one.go: handleBindingCycleError"},
    // the API dispatcher
    {"dispatcher/pop", "takes a pod's status patch", "backend/api_dispatcher/call_queue.go: pop"},
    {"dispatcher/patch-status", "patches the pod's status", "framework/api_calls/pod_status_patch.go: Execute", true},
    {"dispatcher/finalize", "is done with the call", "backend/api_dispatcher/call_queue.go: finalize"},
    // the informer
    {"reflector/list", "puts the oldest watch event into the lister", "client-go tools/cache: indexer"},
    {"event-handler/cache", "handles the event: the scheduler's cache", "eventhandlers.go: addPod, updatePod, deletePod"},
    {"event-handler/forget", "forgets the assumed pod, which is being deleted", "eventhandlers.go: handleAssumedPodDeletion"},
    {"event-handler/move-all", "moves pods that wait for a pod to leave a node", "backend/queue/scheduling_queue.go: MoveAllToActiveOrBackoffQueue"},
    {"event-handler/move-all-added", "moves pods that wait for a pod to come to a node", "backend/queue/scheduling_queue.go: MoveAllToActiveOrBackoffQueue"},
    {"event-handler/move-all-forgotten", "moves pods that wait for room: an assumed pod is forgotten", "backend/queue/scheduling_queue.go: MoveAllToActiveOrBackoffQueue"},
    {"event-handler/move-all-renominated", "moves pods of no higher priority: a nomination has changed", "backend/queue/scheduling_queue.go: MoveAllToActiveOrBackoffQueue"},
    {"event-handler/move-all-nominated", "moves pods of no higher priority: a nominated pod is gone", "backend/queue/scheduling_queue.go: MoveAllToActiveOrBackoffQueue"},
    {"event-handler/move-all-rejected", "moves pods that wait for room: a waiting pod is rejected", "backend/queue/scheduling_queue.go: MoveAllToActiveOrBackoffQueue"},
    {"event-handler/queue-update", "updates the pod in the queue", "backend/queue/scheduling_queue.go: Update"},
    {"event-handler/queue-add", "adds the pod to the queue, where it was not found", "backend/queue/scheduling_queue.go: Update"},
    {"event-handler/queue-delete", "removes the bound pod from the queue", "backend/queue/scheduling_queue.go: Delete"},
    {"event-handler/after-delete", "checks whether the deleted pod was assumed or nominated", "eventhandlers.go: deletePodFromSchedulingQueue"},
    {"queue-handler/handle", "handles the event: the scheduling queue", "eventhandlers.go: addPodToSchedulingQueue, updatePodInSchedulingQueue, deletePodFromSchedulingQueue"},
    {"node-handler/move-all", "tells the queue that a node is going", "eventhandlers.go: deleteNodeFromCache"},
    {"node-handler/remove-node", "handles the event: the node leaves the cache", "eventhandlers.go: deleteNodeFromCache"},
    // everybody else
    {"permit-plugin/allow", "allows a waiting pod", "framework/runtime/waiting_pods_map.go: Allow", true, false, true},
    {"permit-plugin/reject", "rejects a waiting pod, or its time is over", "framework/runtime/waiting_pods_map.go: Reject", true},
    {"kubelet/finish", "ends a terminating pod", "kubelet: the grace period is over", true, false, true},
    {"client/create", "creates a pod", "another client of the API server", true},
    {"client/delete", "deletes a pod", "another client of the API server", true},
    {"client/bind", "binds a pod", "another scheduler", true},
    {"client/delete-node", "deletes a node", "another client of the API server", true},
    {"controller/create", "creates a pod in place of one that is gone", "kube-controller-manager", true, false, true},
    {"pod-gc/delete", "deletes a pod whose node is gone", "kube-controller-manager: podgc", true, false, true},
    {"leader/restart", "restarts the scheduler: its memory is lost", "another instance becomes the leader", false, true},
    {"timer/backoff", "a backoff is over", "backend/queue/scheduling_queue.go: flushBackoffQCompleted", true, false, true},
    {"timer/flush", "five minutes are over for unschedulable pods", "backend/queue/scheduling_queue.go: flushUnschedulablePodsLeftover"},
});
// clang-format on

/// The site of that name; one that does not exist does not compile.
consteval explorer::SiteId at(std::string_view name) { return explorer::site_id(sites, name); }

}  // namespace preemptcheck::model
