//go:build karpenter_1_3

package main

import (
	"context"

	"sigs.k8s.io/karpenter/pkg/controllers"
	"sigs.k8s.io/karpenter/pkg/controllers/state"
	"sigs.k8s.io/karpenter/pkg/operator"
)

// start runs Karpenter's controllers. This minor has no NodeOverlays.
func start(ctx context.Context, op *operator.Operator, provider *nodeClassProvider) {
	cluster := state.NewCluster(op.Clock, op.GetClient(), provider)
	op.WithControllers(ctx, controllers.NewControllers(
		ctx, op.Manager, op.Clock, op.GetClient(), op.EventRecorder, provider, cluster,
	)...).Start(ctx)
}
