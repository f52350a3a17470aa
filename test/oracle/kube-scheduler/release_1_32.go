//go:build kubernetes_1_32

package main

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

type (
	recorder   = events.EventRecorder
	handle     = framework.Handle
	plugin     = framework.Plugin
	cycleState = *framework.CycleState
	nodeInfo   = *framework.NodeInfo
	status     = framework.Status
)

func schedule(ctx context.Context, sched *scheduler.Scheduler, profile framework.Framework, pod *corev1.Pod) (scheduler.ScheduleResult, error) {
	return sched.SchedulePod(ctx, profile, framework.NewCycleState(), pod)
}
