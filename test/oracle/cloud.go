package main

import (
	"context"
	"hash/fnv"
	"maps"
	"math"
	"math/rand"
	"net/http"
	"slices"
	"sort"

	"github.com/aws/aws-sdk-go-v2/service/ec2"
	ec2types "github.com/aws/aws-sdk-go-v2/service/ec2/types"
	awsv1 "github.com/aws/karpenter-provider-aws/pkg/apis/v1"
	sdk "github.com/aws/karpenter-provider-aws/pkg/aws"
	"github.com/aws/karpenter-provider-aws/pkg/providers/instancetype"
	"github.com/patrickmn/go-cache"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
)

// newInstanceTypes is the real instance type provider with our own cloud. It is created for every scenario, because its
// offerings cache leaves the AMI family out of its key, so one scenario could affect the answers for the next one.
// If there is a client, it reads the prices of NodeOverlays from it.
func newInstanceTypes(ctx context.Context, s *scenario, kube client.Client) *instanceTypes {
	free := reservations(maps.Clone(s.settings.Reservations))
	newCache := func() *cache.Cache { return cache.New(cache.NoExpiration, cache.NoExpiration) }
	provider := newInstanceTypeProvider(newCache, s, free, kube)
	must(provider.UpdateInstanceTypes(ctx))
	must(provider.UpdateInstanceTypeOfferings(ctx))
	return &instanceTypes{DefaultProvider: provider, free: free}
}

// instanceTypes sorts the list. In Karpenter the order is that of a Go map, chosen once per process.
type instanceTypes struct {
	*instancetype.DefaultProvider
	// free are the remaining instances of reservations.
	free reservations
	// known are lists by NodeClass, if many passes share them; nil if each has its own.
	known map[string][]*cloudprovider.InstanceType
}

func (p *instanceTypes) List(ctx context.Context, class instancetype.NodeClass) ([]*cloudprovider.InstanceType, error) {
	if p.known == nil {
		return p.list(ctx, class)
	}
	name := class.(*awsv1.EC2NodeClass).Name
	if _, ok := p.known[name]; !ok {
		list, err := p.list(ctx, class)
		if err != nil {
			return nil, err
		}
		p.known[name] = list
	}
	return slices.Clone(p.known[name]), nil
}

func (p *instanceTypes) list(ctx context.Context, class instancetype.NodeClass) ([]*cloudprovider.InstanceType, error) {
	list, err := p.DefaultProvider.List(ctx, class)
	if instanceTypeOrder == "name" {
		sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	} else {
		rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	return list, err
}

// cloud answers the calls of the instance type provider. Any other call would hit the nil interface.
type cloud struct {
	sdk.EC2API
	catalog *catalog
}

func (c *cloud) DescribeInstanceTypes(context.Context, *ec2.DescribeInstanceTypesInput, ...func(*ec2.Options)) (*ec2.DescribeInstanceTypesOutput, error) {
	return c.catalog.types.describeInstanceTypes(), nil
}

func (c *cloud) DescribeInstanceTypeOfferings(context.Context, *ec2.DescribeInstanceTypeOfferingsInput, ...func(*ec2.Options)) (*ec2.DescribeInstanceTypeOfferingsOutput, error) {
	return c.catalog.describeOfferings(), nil
}

// prices is pricing.Provider, with on-demand prices of the catalog and spot prices by the two rules that tests use.
type prices struct {
	catalog *catalog
	// spot is "flat" (40% of on-demand, everywhere) or "zoned" (25 to 75%, by a hash of type and zone).
	spot string
}

func (p *prices) LivenessProbe(*http.Request) error           { return nil }
func (p *prices) UpdateOnDemandPricing(context.Context) error { return nil }
func (p *prices) UpdateSpotPricing(context.Context) error     { return nil }

func (p *prices) InstanceTypes() (names []ec2types.InstanceType) {
	for name := range p.catalog.prices {
		names = append(names, ec2types.InstanceType(name))
	}
	return names
}

func (p *prices) OnDemandPrice(name ec2types.InstanceType) (float64, bool) {
	price, ok := p.catalog.prices[string(name)]
	return price, ok
}

func (p *prices) SpotPrice(name ec2types.InstanceType, zone string) (float64, bool) {
	price, ok := p.OnDemandPrice(name)
	if p.spot != "zoned" {
		return round6(price * 0.4), ok
	}
	hash := fnv.New32a()
	hash.Write([]byte(string(name) + "/" + zone))
	return round6(price * (0.25 + float64(hash.Sum32()%1000)/2000)), ok
}

func round6(price float64) float64 { return math.Round(price*1e6) / 1e6 }

// reservations is capacityreservation.Provider: ID → free instances. The NodeClass status lists the reservations.
type reservations map[string]int

func (r reservations) List(context.Context, ...awsv1.CapacityReservationSelectorTerm) ([]*ec2types.CapacityReservation, error) {
	return nil, nil
}
func (r reservations) GetAvailableInstanceCount(id string) int { return r[id] }
func (r reservations) MarkLaunched(string)                     {}

type noZonalShift struct{}

func (noZonalShift) IsZonalShifted(context.Context, string) bool { return false }
func (noZonalShift) UpdateZonalShifts(context.Context) error     { return nil }
func (noZonalShift) ShiftedZones() sets.Set[string]              { return sets.New[string]() }
