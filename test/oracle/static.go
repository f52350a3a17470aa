package main

import (
	"fmt"
	"sort"

	"github.com/samber/lo"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	static "sigs.k8s.io/karpenter/pkg/controllers/static/provisioning"
)

// startStatic makes NodePools with fixed replicas launch their missing nodes, and starts those. It returns the launches by
// NodePool, where the first one stands for all. Pods of DaemonSets have not started there yet.
func (w *world) startStatic() map[string]string {
	launched := map[string]string{}
	controller := static.NewController(w.client, w.cluster, w.recorder, w.cloud, w.provisioner, w.clock, nil, nil)
	var pools karpv1.NodePoolList
	must(w.client.List(w.ctx, &pools))
	for i := range pools.Items {
		pool := &pools.Items[i]
		if pool.Spec.Replicas == nil {
			continue
		}
		known := lo.KeyBy(w.nodeClaims(), func(claim *karpv1.NodeClaim) string { return claim.Name })
		_, err := controller.Reconcile(w.ctx, pool)
		must(err)
		fresh := lo.Filter(w.nodeClaims(), func(claim *karpv1.NodeClaim, _ int) bool { return known[claim.Name] == nil })
		sort.Slice(fresh, func(i, j int) bool { return fresh[i].Name < fresh[j].Name })
		for i, claim := range fresh {
			what := w.startStaticNode(claim, fmt.Sprintf("%s-static-%d", pool.Name, i))
			if i == 0 {
				launched[pool.Name] = fmt.Sprintf("%d × %s", len(fresh), what)
			}
		}
	}
	return launched
}

// startStaticNode launches the cheapest instance that the claim allows.
func (w *world) startStaticNode(claim *karpv1.NodeClaim, name string) string {
	chosen := w.launch(claim, &result{TypeSets: map[string]string{}})
	if chosen.Cheapest == nil {
		return "nothing"
	}
	offer := *chosen.Cheapest
	at := placement{Name: name, NodePool: claim.Labels[karpv1.NodePoolLabelKey]}
	at.InstanceType, at.Zone, at.CapacityType = offer.InstanceType, offer.Zone, offer.CapacityType
	instanceType, _ := lo.Find(w.instanceTypes(claim), func(it *cloudprovider.InstanceType) bool { return it.Name == offer.InstanceType })
	if id, ok := reservationLabels(instanceType, at)[cloudprovider.ReservationIDLabel]; ok {
		w.types.free[id]--
	}
	w.populate(claim, at, instanceType)
	w.startNode(w.nodeClaim(claim.Name), name)
	return fmt.Sprintf("%s %s %s", offer.InstanceType, offer.Zone, offer.CapacityType)
}
