package main

import (
	"sort"

	"github.com/aws/karpenter-provider-aws/pkg/providers/instance/filter"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/scheduling"
)

// maxInstanceTypes is the number that the provider sends to CreateFleet (pkg/providers/instance/instance.go).
const maxInstanceTypes = 60

// launch does what instance.DefaultProvider.Create does, up to the overrides of the CreateFleet request.
func (w *world) launch(nodeClaim *karpv1.NodeClaim, r *result) *launch {
	requirements := func() scheduling.Requirements {
		return scheduling.NewNodeSelectorRequirementsWithMinValues(nodeClaim.Spec.Requirements...)
	}
	instanceTypes, rejection := filterInstanceTypes(w.instanceTypes(nodeClaim), requirements(), nodeClaim.Spec.Resources.Requests)
	if rejection != "" {
		return &launch{Error: rejection}
	}
	instanceTypes, err := cloudprovider.InstanceTypes(instanceTypes).Truncate(w.ctx, requirements(), maxInstanceTypes)
	if err != nil {
		return &launch{Error: "truncating instance types based on the passed-in requirements, " + err.Error()}
	}
	capacityType := capacityTypeOf(requirements, instanceTypes)
	l := &launch{CapacityType: capacityType, TypeCount: len(instanceTypes), Types: r.typeSet(instanceTypes)}
	l.choose(offersOf(instanceTypes, within(requirements(), capacityType), capacityType))
	return l
}

func (w *world) instanceTypes(nodeClaim *karpv1.NodeClaim) []*cloudprovider.InstanceType {
	pool := &karpv1.NodePool{}
	must(w.client.Get(w.ctx, types.NamespacedName{Name: nodeClaim.Labels[karpv1.NodePoolLabelKey]}, pool))
	instanceTypes, err := w.cloud.GetInstanceTypes(w.ctx, pool)
	must(err)
	return instanceTypes
}

// filterInstanceTypes applies the provider's filters in its order, and names the one that left no type.
func filterInstanceTypes(instanceTypes []*cloudprovider.InstanceType, requirements scheduling.Requirements, requests corev1.ResourceList) ([]*cloudprovider.InstanceType, string) {
	for _, f := range []filter.Filter{
		launchFilter(requirements, requests),
		filter.CapacityReservationTypeFilter(requirements),
		filter.CapacityBlockFilter(requirements),
		filter.ReservedOfferingFilter(requirements),
		filter.ExoticInstanceTypeFilter(requirements),
		filter.SpotOfferingFilter(requirements),
	} {
		instanceTypes, _ = f.FilterReject(instanceTypes)
		if len(instanceTypes) == 0 {
			return nil, "all requested instance types were unavailable during launch (" + f.Name() + ")"
		}
	}
	return instanceTypes, ""
}

// capacityTypeOf prefers reserved to spot to on-demand, if available: getCapacityType, which is not exported.
func capacityTypeOf(requirements func() scheduling.Requirements, instanceTypes []*cloudprovider.InstanceType) string {
	for _, capacityType := range []string{karpv1.CapacityTypeReserved, karpv1.CapacityTypeSpot} {
		if requirements().Get(karpv1.CapacityTypeLabelKey).Has(capacityType) &&
			len(offersOf(instanceTypes, within(requirements(), capacityType), capacityType)) > 0 {
			return capacityType
		}
	}
	return karpv1.CapacityTypeOnDemand
}

func within(requirements scheduling.Requirements, capacityType string) scheduling.Requirements {
	requirements[karpv1.CapacityTypeLabelKey] = scheduling.NewRequirement(karpv1.CapacityTypeLabelKey, corev1.NodeSelectorOpIn, capacityType)
	return requirements
}

func offersOf(instanceTypes []*cloudprovider.InstanceType, requirements scheduling.Requirements, capacityType string) (offers []offer) {
	for _, instanceType := range instanceTypes {
		for _, offering := range launchable(instanceType.Offerings).Compatible(requirements) {
			offers = append(offers, offer{instanceType.Name, offering.Zone(), capacityType, offering.Price})
		}
	}
	return offers
}

// choose returns the cheapest offering, the first by name if several have the same price, and the list of those. EC2 launches
// it if it is on-demand. For spot, it is the cheapest that EC2 may launch.
func (l *launch) choose(offers []offer) {
	sort.Slice(offers, func(i, j int) bool {
		a, b := offers[i], offers[j]
		if a.Price != b.Price {
			return a.Price < b.Price
		}
		if a.InstanceType != b.InstanceType {
			return a.InstanceType < b.InstanceType
		}
		return a.Zone < b.Zone
	})
	if len(offers) == 0 {
		return
	}
	l.Cheapest = &offers[0]
	for _, o := range offers {
		if o.Price == l.Cheapest.Price {
			l.Ties = append(l.Ties, o.InstanceType+" "+o.Zone)
		}
	}
	if len(l.Ties) == 1 {
		l.Ties = nil
	}
}
