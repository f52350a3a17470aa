//go:build kubernetes_1_35

package main

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/events"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

type (
	recorder   = events.EventRecorder
	handle     = fwk.Handle
	plugin     = fwk.Plugin
	cycleState = fwk.CycleState
	nodeInfo   = fwk.NodeInfo
	status     = fwk.Status
)

func schedule(ctx context.Context, sched *scheduler.Scheduler, profile framework.Framework, pod *corev1.Pod) (scheduler.ScheduleResult, error) {
	return sched.SchedulePod(ctx, profile, framework.NewCycleState(), pod)
}
