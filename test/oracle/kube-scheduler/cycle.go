package main

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// witness is a plugin without a score that sees which nodes were found.
type witness struct{}

func newWitness(context.Context, runtime.Object, handle) (plugin, error) { return witness{}, nil }

func (witness) Name() string { return "Witness" }

func (witness) PreScore(_ context.Context, _ cycleState, _ *corev1.Pod, nodes []nodeInfo) *status {
	found = nil
	for _, node := range nodes {
		found = append(found, node.Node().Name)
	}
	return nil
}

func cycle(ctx context.Context, sched *scheduler.Scheduler, profile framework.Framework, pod *corev1.Pod, client *fake.Clientset) decision {
	d := decision{Found: []string{}, Rejected: map[string]string{}, Scores: map[string][]int64{}, Total: []int64{}}
	found = nil
	result, err := schedule(ctx, sched, profile, pod)
	var fit *framework.FitError
	if err != nil && !errors.As(err, &fit) {
		must(err)
	}
	if err == nil && result.FeasibleNodes == 1 {
		found = []string{result.SuggestedHost}
	}
	state := framework.NewCycleState()
	_, rejected, _ := profile.RunPreFilterPlugins(ctx, state, pod)
	if !rejected.IsSuccess() {
		d.PreFilter = statusText(rejected.Plugin(), rejected.Reasons())
	} else {
		all, err := profile.SnapshotSharedLister().NodeInfos().List()
		must(err)
		for _, node := range all {
			if status := profile.RunFilterPlugins(ctx, state, pod, node); !status.IsSuccess() {
				d.Rejected[node.Node().Name] = statusText(status.Plugin(), status.Reasons())
			}
		}
	}
	if fit != nil {
		post, status := profile.RunPostFilterPlugins(ctx, state, pod, fit.Diagnosis.NodeToStatus)
		if status.IsSuccess() && post != nil && post.NominatingInfo != nil && post.NominatedNodeName != "" {
			d.Preempts = &preemption{Node: post.NominatedNodeName, Victims: victimsOf(client)}
		}
		client.ClearActions()
		return d
	}
	nodes := []nodeInfo{}
	for _, name := range found {
		node, err := profile.SnapshotSharedLister().NodeInfos().Get(name)
		must(err)
		nodes = append(nodes, node)
	}
	d.Found = append(d.Found, found...)
	must(profile.RunPreScorePlugins(ctx, state, pod, nodes).AsError())
	scores, scored := profile.RunScorePlugins(ctx, state, pod, nodes)
	must(scored.AsError())
	for _, node := range scores {
		d.Total = append(d.Total, node.TotalScore)
		for _, score := range node.Scores {
			// They score nothing here: no pod has a ResourceClaim.
			if score.Name == "Witness" || score.Name == "DynamicResources" {
				continue
			}
			d.Scores[score.Name] = append(d.Scores[score.Name], score.Score)
		}
	}
	d.Chosen = best(d)
	return d
}
