// Package v1 stands in for the API package of karpenter-provider-aws, which needs the core of its own minor. It has what the programs of
// earlier minors use: the labels of instance types, and an EC2NodeClass that drifts with its tags and images.
package v1

import (
	"encoding/json"
	"fmt"

	"github.com/awslabs/operatorpkg/status"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
)

const group = "karpenter.k8s.aws"

const (
	AnnotationEC2NodeClassHash            = group + "/ec2nodeclass-hash"
	AnnotationEC2NodeClassHashVersion     = group + "/ec2nodeclass-hash-version"
	EC2NodeClassHashVersion               = "v4"
	LabelTopologyZoneID                   = "topology.k8s.aws/zone-id"
	LabelCapacityReservationID            = group + "/capacity-reservation-id"
	LabelCapacityReservationType          = group + "/capacity-reservation-type"
	LabelCapacityReservationInterruptible = group + "/capacity-reservation-interruptible"
)

var instanceLabels = []string{
	"hypervisor", "encryption-in-transit-supported", "category", "capability-flex", "family", "generation", "size", "local-nvme",
	"cpu", "cpu-manufacturer", "cpu-sustained-clock-speed-mhz", "memory", "ebs-bandwidth", "network-bandwidth", "gpu-name",
	"gpu-manufacturer", "gpu-count", "gpu-memory", "accelerator-name", "accelerator-manufacturer", "accelerator-count", "tenancy",
}

func init() {
	version := schema.GroupVersion{Group: group, Version: "v1"}
	metav1.AddToGroupVersion(scheme.Scheme, version)
	scheme.Scheme.AddKnownTypes(version, &EC2NodeClass{}, &EC2NodeClassList{})
	cloudprovider.ReservationIDLabel = LabelCapacityReservationID
	karpv1.RestrictedLabelDomains = karpv1.RestrictedLabelDomains.Insert(group)
	karpv1.WellKnownLabels = karpv1.WellKnownLabels.Insert(LabelTopologyZoneID, LabelCapacityReservationID,
		LabelCapacityReservationType, LabelCapacityReservationInterruptible, corev1.LabelWindowsBuild)
	for _, label := range instanceLabels {
		karpv1.WellKnownLabels = karpv1.WellKnownLabels.Insert(group + "/instance-" + label)
	}
}

type EC2NodeClass struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              EC2NodeClassSpec `json:"spec"`
	Status            struct {
		Conditions []status.Condition `json:"conditions,omitempty"`
	} `json:"status"`
}

type EC2NodeClassSpec struct {
	AMISelectorTerms []map[string]any  `json:"amiSelectorTerms"`
	Tags             map[string]string `json:"tags,omitempty"`
}

type EC2NodeClassList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []EC2NodeClass `json:"items"`
}

// Hash changes with the tags.
func (in *EC2NodeClass) Hash(*string) string { return fmt.Sprintf("%v", in.Spec.Tags) }

func (in *EC2NodeClass) StatusConditions() status.ConditionSet {
	return status.NewReadyConditions().For(in)
}

func (in *EC2NodeClass) GetConditions() []status.Condition           { return in.Status.Conditions }
func (in *EC2NodeClass) SetConditions(conditions []status.Condition) { in.Status.Conditions = conditions }

func (in *EC2NodeClass) DeepCopyObject() runtime.Object     { return copied(in, &EC2NodeClass{}) }
func (in *EC2NodeClassList) DeepCopyObject() runtime.Object { return copied(in, &EC2NodeClassList{}) }

func copied[T any](from, to T) T {
	text, err := json.Marshal(from)
	if err == nil {
		err = json.Unmarshal(text, to)
	}
	if err != nil {
		panic(err)
	}
	return to
}
