package main

import (
	"context"
	"fmt"
	"hash/fnv"

	awsv1 "github.com/aws/karpenter-provider-aws/pkg/apis/v1"
	"github.com/awslabs/operatorpkg/status"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	kwok "sigs.k8s.io/karpenter/kwok/cloudprovider"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
)

// nodeClassProvider uses the machines of the NodeClaim's EC2NodeClass, and detects drift as AWS's provider does.
type nodeClassProvider struct {
	*kwok.CloudProvider
	client      client.Client
	byNodeClass map[string]*machines
}

func newNodeClassProvider(c client.Client, all *kwok.CloudProvider) *nodeClassProvider {
	return &nodeClassProvider{CloudProvider: all, client: c, byNodeClass: map[string]*machines{}}
}

func (p *nodeClassProvider) of(ref *karpv1.NodeClassReference) *machines {
	if known, ok := p.byNodeClass[ref.Name]; ok {
		return known
	}
	// The file's instance types for NodeClasses that it does not name.
	return p.byNodeClass[""]
}

// Create adds the image and the EC2NodeClass of the launch to the NodeClaim: provider-aws pkg/cloudprovider/cloudprovider.go.
func (p *nodeClassProvider) Create(ctx context.Context, nodeClaim *karpv1.NodeClaim) (*karpv1.NodeClaim, error) {
	nodeClass, err := p.nodeClassOf(ctx, nodeClaim)
	if err != nil {
		return nil, cloudprovider.NewInsufficientCapacityError(fmt.Errorf("resolving nodeclass, %w", err))
	}
	created, err := p.of(nodeClaim.Spec.NodeClassRef).Create(ctx, nodeClaim)
	if err != nil {
		return nil, err
	}
	created.Status.ImageID = imageOf(nodeClass)
	created.Annotations[awsv1.AnnotationEC2NodeClassHash] = nodeClass.Hash(nil)
	created.Annotations[awsv1.AnnotationEC2NodeClassHashVersion] = awsv1.EC2NodeClassHashVersion
	return created, nil
}

func (p *nodeClassProvider) GetInstanceTypes(_ context.Context, nodePool *karpv1.NodePool) ([]*cloudprovider.InstanceType, error) {
	return p.of(nodePool.Spec.Template.Spec.NodeClassRef).offered(), nil
}

// IsDrifted compares the hash and the image, in the order of provider-aws pkg/cloudprovider/drift.go.
func (p *nodeClassProvider) IsDrifted(ctx context.Context, nodeClaim *karpv1.NodeClaim) (cloudprovider.DriftReason, error) {
	nodeClass, err := p.nodeClassOf(ctx, nodeClaim)
	if err != nil {
		return "", client.IgnoreNotFound(err)
	}
	if nodeClaim.Annotations[awsv1.AnnotationEC2NodeClassHash] != nodeClass.Hash(nil) {
		return "NodeClassDrift", nil
	}
	if nodeClaim.Status.ImageID != imageOf(nodeClass) {
		return "AMIDrift", nil
	}
	return "", nil
}

func (p *nodeClassProvider) GetSupportedNodeClasses() []status.Object {
	return []status.Object{&awsv1.EC2NodeClass{}}
}

func (p *nodeClassProvider) nodeClassOf(ctx context.Context, nodeClaim *karpv1.NodeClaim) (*awsv1.EC2NodeClass, error) {
	nodeClass := &awsv1.EC2NodeClass{}
	return nodeClass, p.client.Get(ctx, types.NamespacedName{Name: nodeClaim.Spec.NodeClassRef.Name}, nodeClass)
}

// imageOf stands in for AWS's images. Different selector terms give a different image.
func imageOf(nodeClass *awsv1.EC2NodeClass) string {
	hash := fnv.New64a()
	fmt.Fprintf(hash, "%+v", nodeClass.Spec.AMISelectorTerms)
	return fmt.Sprintf("ami-0%016x", hash.Sum64())
}
