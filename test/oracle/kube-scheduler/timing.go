package main

import (
	"context"
	"errors"
	"syscall"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/scheduler/backend/cache"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// timing is what a benchmark compares.
type timing struct {
	// Processor time of all decisions.
	CPUMs float64 `json:"cpuMs"`
	// How many nodes were found for each pod.
	Found []int `json:"found"`
}

// measure decides like the scheduler itself, without explanations, and then binds each pod to the node that the question names.
func measure(w *world) timing {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	sched, profile, _ := start(ctx, w, nil)
	logger := klog.FromContext(ctx)
	snapshot := profile.SnapshotSharedLister().(*cache.Snapshot)
	t := timing{Found: make([]int, len(w.Pending))}
	started := processorMs()
	for i, pod := range w.Pending {
		must(sched.Cache.UpdateSnapshot(logger, snapshot))
		result, err := schedule(ctx, sched, profile, pod)
		var fit *framework.FitError
		if err != nil && !errors.As(err, &fit) {
			must(err)
		}
		t.Found[i] = result.FeasibleNodes
		if w.Choices[i] != "" {
			must(sched.Cache.AddPod(logger, on(pod, w.Choices[i])))
		}
	}
	t.CPUMs = processorMs() - started
	return t
}

func on(pod *corev1.Pod, node string) *corev1.Pod {
	bound := pod.DeepCopy()
	bound.Spec.NodeName = node
	return bound
}

func processorMs() float64 {
	var usage syscall.Rusage
	must(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e6
}
