package main

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/samber/lo"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/controllers/provisioning"
	scheduler "sigs.k8s.io/karpenter/pkg/controllers/provisioning/scheduling"
	coreoptions "sigs.k8s.io/karpenter/pkg/operator/options"
)

// schedule runs one pass and describes its result.
func (w *world) schedule() *result {
	r := &result{NewNodeClaims: []claim{}, TypeSets: map[string]string{}}
	r.NotReady = w.notReady()
	r.IgnoredPods = w.ignoredPods()
	if coreoptions.FromContext(w.ctx).FeatureGates.StaticCapacity {
		r.StaticNodes = w.startStatic()
	}
	solved, pods := w.solve()
	if solved == nil {
		r.PodErrors = w.refusals(lo.SliceToMap(pods, func(pod *corev1.Pod) (*corev1.Pod, error) {
			return pod, errors.New("no dynamic nodepools found")
		}))
		return r
	}
	r.PodErrors = w.refusals(solved.PodErrors)
	r.ExistingNodes = w.existingNodes(solved.ExistingNodes)
	r.NewNodeClaims = w.claims(solved.NewNodeClaims, r)
	r.Events = w.events()
	return r
}

// solve is Provisioner.Schedule of core pkg/controllers/provisioning/provisioner.go, which keeps its scheduler and results to
// itself. It has no metrics and no time limit. Nil results mean that no NodePool can be used.
func (w *world) solve() (*scheduler.Results, []*corev1.Pod) {
	nodes := w.cluster.DeepCopyNodes()
	pods, err := w.provisioner.GetPendingPods(w.ctx)
	must(err)
	leaving, err := nodes.Deleting().CurrentlyReschedulablePods(w.ctx, w.client, w.clock, w.recorder)
	must(err)
	pods = append(pods, leaving...)
	if len(pods) == 0 {
		return &scheduler.Results{}, pods
	}
	leavingUIDs := sets.New(lo.Map(leaving, func(pod *corev1.Pod, _ int) types.UID { return pod.UID })...)
	s, err := w.provisioner.NewScheduler(w.ctx, pods, nodes.Active(), leavingUIDs, w.schedulerOptions()...)
	if errors.Is(err, provisioning.ErrNodePoolsNotFound) {
		return nil, pods
	}
	must(err)
	ctx, cancel := context.WithTimeout(w.ctx, 30*time.Minute)
	defer cancel()
	results, err := s.Solve(ctx, pods)
	must(err)
	results = results.TruncateInstanceTypes(w.ctx, scheduler.MaxInstanceTypes)
	return &results, pods
}

func (w *world) schedulerOptions() []scheduler.Options {
	options := coreoptions.FromContext(w.ctx)
	out := []scheduler.Options{
		scheduler.DisableReservedCapacityFallback,
		scheduler.NumConcurrentReconciles(int(math.Ceil(float64(options.CPURequests) / 1000.0))),
		scheduler.MinValuesPolicy(options.MinValuesPolicy),
	}
	if options.PreferencePolicy == coreoptions.PreferencePolicyIgnore {
		out = append(out, scheduler.IgnorePreferences)
	}
	return out
}

// notReady are the NodePools that NewScheduler leaves out, with the messages of their conditions.
func (w *world) notReady() map[string]string {
	var pools karpv1.NodePoolList
	must(w.client.List(w.ctx, &pools))
	found := map[string]string{}
	for i := range pools.Items {
		conditions := pools.Items[i].StatusConditions()
		if conditions.IsTrue("Ready") || pools.Items[i].DeletionTimestamp != nil {
			continue
		}
		for _, name := range []string{karpv1.ConditionTypeValidationSucceeded, karpv1.ConditionTypeNodeClassReady} {
			if condition := conditions.Get(name); condition != nil && condition.IsFalse() {
				found[pools.Items[i].Name] = condition.Reason + ": " + condition.Message
			}
		}
	}
	return found
}

// ignoredPods are pending pods that GetPendingPods leaves out because it cannot handle them.
func (w *world) ignoredPods() map[string]refusal {
	var pods corev1.PodList
	must(w.client.List(w.ctx, &pods))
	refused := map[*corev1.Pod]error{}
	for i := range pods.Items {
		if pod := &pods.Items[i]; pod.Spec.NodeName == "" {
			if err := w.provisioner.Validate(w.ctx, pod); err != nil {
				refused[pod] = err
			}
		}
	}
	return w.refusals(refused)
}
