package main

import (
	"context"
	"maps"
	"slices"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	kwok "sigs.k8s.io/karpenter/kwok/cloudprovider"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
)

// machines launches nodes for one EC2NodeClass with the kwok provider, and counts the remaining capacity of its reservations.
type machines struct {
	*kwok.CloudProvider
	types    []*cloudprovider.InstanceType
	capacity map[string]corev1.ResourceList
	mutex    sync.Mutex
	// Reservation → the number of instances launched into it.
	launched map[string]int
}

func newMachines(ctx context.Context, c client.Client, instanceTypes []*cloudprovider.InstanceType) *machines {
	capacity := map[string]corev1.ResourceList{}
	for _, instanceType := range instanceTypes {
		capacity[instanceType.Name] = instanceType.Capacity
	}
	return &machines{
		CloudProvider: kwok.NewCloudProvider(ctx, fullSizeClient{Client: c, capacity: capacity}, instanceTypes),
		types:         instanceTypes,
		capacity:      capacity,
		launched:      map[string]int{},
	}
}

func (m *machines) Create(ctx context.Context, nodeClaim *karpv1.NodeClaim) (*karpv1.NodeClaim, error) {
	created, err := m.CloudProvider.Create(ctx, nodeClaim)
	if err != nil {
		return nil, err
	}
	created.Status.Capacity = m.capacity[created.Labels[corev1.LabelInstanceTypeStable]]
	if id, ok := created.Labels[cloudprovider.ReservationIDLabel]; ok {
		m.mutex.Lock()
		defer m.mutex.Unlock()
		m.launched[id]++
	}
	return created, nil
}

// offered returns the instance types with the remaining capacity of each reservation.
func (m *machines) offered() []*cloudprovider.InstanceType {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if len(m.launched) == 0 {
		return m.types
	}
	types := slices.Clone(m.types)
	for i, instanceType := range types {
		offerings := slices.Clone(instanceType.Offerings)
		for j, offering := range offerings {
			if launched := m.launched[offering.ReservationID()]; launched > 0 {
				left := max(0, offering.ReservationCapacity-launched)
				offerings[j] = &cloudprovider.Offering{
					Requirements: offering.Requirements, Price: offering.Price, Available: left > 0, ReservationCapacity: left,
				}
			}
		}
		types[i] = &cloudprovider.InstanceType{
			Name: instanceType.Name, Requirements: instanceType.Requirements, Offerings: offerings,
			Capacity: instanceType.Capacity, Overhead: instanceType.Overhead,
		}
	}
	return types
}

// fullSizeClient creates Nodes with the capacity of their instance type. kwok's own Nodes have only what their NodeClaim requests, so less than
// the machine would count against the limits of a NodePool.
type fullSizeClient struct {
	client.Client
	capacity map[string]corev1.ResourceList
}

func (c fullSizeClient) Create(ctx context.Context, object client.Object, options ...client.CreateOption) error {
	if node, ok := object.(*corev1.Node); ok {
		node = node.DeepCopy()
		node.Status.Capacity = maps.Clone(c.capacity[node.Labels[corev1.LabelInstanceTypeStable]])
		object = node
	}
	return c.Client.Create(ctx, object, options...)
}
