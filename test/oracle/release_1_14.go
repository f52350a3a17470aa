// Calls of 1.14 that differ from 1.15.
//go:build !karpenter_1_15

package main

import (
	"github.com/aws/karpenter-provider-aws/pkg/providers/instance/filter"
	"github.com/aws/karpenter-provider-aws/pkg/providers/instancetype"
	"github.com/patrickmn/go-cache"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/controllers/disruption"
	"sigs.k8s.io/karpenter/pkg/scheduling"

	awscache "github.com/aws/karpenter-provider-aws/pkg/cache"
)

// newInstanceTypeProvider is the provider's, with our own answers.
func newInstanceTypeProvider(newCache func() *cache.Cache, s *scenario, free reservations, kube client.Client) *instancetype.DefaultProvider {
	return instancetype.NewDefaultProvider(newCache(), newCache(), newCache(), &cloud{catalog: s.catalog}, nil,
		&prices{catalog: s.catalog, spot: s.settings.SpotPricing}, free, nil,
		awscache.NewUnavailableOfferings(), instancetype.NewDefaultResolver(s.catalog.region), noZonalShift{}, kube)
}

func newMethods(c *cluster) []disruption.Method {
	return disruption.NewMethods(c.clock, c.world.cluster, c.client, c.provisioner, c.cloud, c.recorder, c.queue)
}

func newDisruptionController(c *cluster, methods []disruption.Method) *disruption.Controller {
	return disruption.NewController(c.clock, c.client, c.provisioner, c.cloud, c.recorder, c.world.cluster, c.queue, c.cost,
		disruption.WithMethods(methods...))
}

// launchFilter is the first of the filters before a launch.
func launchFilter(requirements scheduling.Requirements, requests corev1.ResourceList) filter.Filter {
	return filter.CompatibleAvailableFilter(requirements, requests)
}

// launchable are the offerings from which a launch chooses.
func launchable(offerings cloudprovider.Offerings) cloudprovider.Offerings {
	return offerings.Available()
}

func minValuesOf(r *scheduling.Requirement) *int { return r.MinValues }

func (r reservations) MarkTerminated(string)     {}
func (r reservations) MarkUnavailable(...string) {}
