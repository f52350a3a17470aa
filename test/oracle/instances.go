package main

import (
	"context"
	"fmt"
	"strings"

	awsv1 "github.com/aws/karpenter-provider-aws/pkg/apis/v1"
	"github.com/aws/karpenter-provider-aws/pkg/providers/instance"
	"github.com/aws/karpenter-provider-aws/pkg/providers/placementgroup"
	"github.com/samber/lo"
	corev1 "k8s.io/api/core/v1"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
)

// securityGroups is the annotation of a NodeClaim with the security groups of its instance, if they are not the current one.
const securityGroups = "oracle/security-groups"

// instances is instance.Provider, as far as the cloud provider's IsDrifted needs it.
type instances struct {
	instance.Provider
	world *world
}

func (i *instances) Get(ctx context.Context, id string, _ ...instance.Options) (*instance.Instance, error) {
	for _, claim := range i.world.nodeClaims() {
		if !strings.HasSuffix(claim.Status.ProviderID, "/"+id) {
			continue
		}
		zone := claim.Labels[corev1.LabelTopologyZone]
		groups := []string{"sg-1"}
		if other, ok := claim.Annotations[securityGroups]; ok {
			groups = strings.Split(other, ",")
		}
		return &instance.Instance{
			ID: id, Zone: zone, SubnetID: subnetID(claim.Spec.NodeClassRef.Name, zone), SecurityGroupIDs: groups,
			CapacityType: claim.Labels[karpv1.CapacityTypeLabelKey], Tenancy: "default",
		}, nil
	}
	return nil, cloudprovider.NewNodeClaimNotFoundError(fmt.Errorf("no instance %s", id))
}

type noPlacementGroups struct{}

func (noPlacementGroups) Get(context.Context, placementgroup.NodeClass) (*placementgroup.PlacementGroup, error) {
	return nil, nil
}

// addAMIs gives the class one current image per architecture.
func addAMIs(class *awsv1.EC2NodeClass) {
	if len(class.Status.AMIs) > 0 {
		return
	}
	for _, architecture := range []string{"amd64", "arm64"} {
		class.Status.AMIs = append(class.Status.AMIs, awsv1.AMI{
			ID: "ami-" + architecture, Name: architecture,
			Requirements: []corev1.NodeSelectorRequirement{{
				Key: corev1.LabelArchStable, Operator: corev1.NodeSelectorOpIn, Values: []string{architecture},
			}},
		})
	}
}

// hashNodePool does what core's hash controller does.
func hashNodePool(pool *karpv1.NodePool) {
	pool.Annotations = lo.Assign(pool.Annotations, map[string]string{
		karpv1.NodePoolHashAnnotationKey:        pool.Hash(),
		karpv1.NodePoolHashVersionAnnotationKey: karpv1.NodePoolHashVersion,
	})
}

// hashNodeClass does what the provider's hash controller does, without a CA bundle.
func hashNodeClass(class *awsv1.EC2NodeClass) {
	class.Annotations = lo.Assign(class.Annotations, hashAnnotations(class))
}

func hashAnnotations(class *awsv1.EC2NodeClass) map[string]string {
	return map[string]string{
		awsv1.AnnotationEC2NodeClassHash:        class.Hash(nil),
		awsv1.AnnotationEC2NodeClassHashVersion: awsv1.EC2NodeClassHashVersion,
	}
}
