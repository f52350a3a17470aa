package main

import (
	"encoding/json"
	"fmt"
	"os"

	awsv1 "github.com/aws/karpenter-provider-aws/pkg/apis/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/scheduling"
)

// typeOfFile is one instance type as instance-types-file.ts writes it.
type typeOfFile struct {
	Name string `json:"name"`
	// Label → its possible values. An empty list means DoesNotExist.
	Labels    map[string][]string `json:"labels"`
	Capacity  map[string]string   `json:"capacity"`
	Overhead  map[string]string   `json:"overhead"`
	Offerings []offeringOfFile    `json:"offerings"`
}

type offeringOfFile struct {
	Zone         string  `json:"zone"`
	ZoneID       string  `json:"zoneId"`
	CapacityType string  `json:"capacityType"`
	Price        float64 `json:"price"`
	IsAvailable  bool    `json:"isAvailable"`
	// Only for capacity type reserved.
	Reservation *reservationOfFile `json:"reservation"`
}

type reservationOfFile struct {
	ID            string `json:"id"`
	Type          string `json:"type"`
	Interruptible string `json:"interruptible"`
	Capacity      int    `json:"capacity"`
}

// readInstanceTypes gives the instance types by NodeClass.
func readInstanceTypes(path string) map[string][]*cloudprovider.InstanceType {
	var file map[string][]typeOfFile
	check(json.Unmarshal(must(os.ReadFile(path)), &file))
	instanceTypes := map[string][]*cloudprovider.InstanceType{}
	for nodeClass, types := range file {
		for _, t := range types {
			instanceTypes[nodeClass] = append(instanceTypes[nodeClass], t.instanceType())
		}
	}
	return instanceTypes
}

func (t typeOfFile) instanceType() *cloudprovider.InstanceType {
	instanceType := &cloudprovider.InstanceType{
		Name:         t.Name,
		Requirements: scheduling.NewRequirements(),
		Capacity:     quantities(t.Capacity),
		Overhead:     &cloudprovider.InstanceTypeOverhead{KubeReserved: quantities(t.Overhead)},
	}
	for label, values := range t.Labels {
		instanceType.Requirements.Add(requirement(label, values...))
	}
	for _, o := range t.Offerings {
		instanceType.Offerings = append(instanceType.Offerings, o.offering())
	}
	return instanceType
}

// offering has the labels that provider-aws gives one (pkg/providers/instancetype/offering).
func (o offeringOfFile) offering() *cloudprovider.Offering {
	offering := &cloudprovider.Offering{
		Requirements: scheduling.NewRequirements(
			requirement(karpv1.CapacityTypeLabelKey, o.CapacityType),
			requirement(corev1.LabelTopologyZone, o.Zone),
			requirement(awsv1.LabelTopologyZoneID, o.ZoneID),
		),
		Price:     o.Price,
		Available: o.IsAvailable,
	}
	if reservation := o.Reservation; reservation != nil {
		offering.ReservationCapacity = reservation.Capacity
		offering.Requirements.Add(
			requirement(cloudprovider.ReservationIDLabel, reservation.ID),
			requirement(awsv1.LabelCapacityReservationType, reservation.Type),
			requirement(awsv1.LabelCapacityReservationInterruptible, reservation.Interruptible),
		)
		return offering
	}
	offering.Requirements.Add(
		requirement(cloudprovider.ReservationIDLabel),
		requirement(awsv1.LabelCapacityReservationType),
		requirement(awsv1.LabelCapacityReservationInterruptible),
	)
	return offering
}

func requirement(label string, values ...string) *scheduling.Requirement {
	if len(values) == 0 {
		return scheduling.NewRequirement(label, corev1.NodeSelectorOpDoesNotExist)
	}
	return scheduling.NewRequirement(label, corev1.NodeSelectorOpIn, values...)
}

func quantities(amounts map[string]string) corev1.ResourceList {
	list := corev1.ResourceList{}
	for name, amount := range amounts {
		list[corev1.ResourceName(name)] = resource.MustParse(amount)
	}
	return list
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "karpenter:", err)
		os.Exit(1)
	}
}
