// karpenter is the real Karpenter with its kwok provider, which makes Nodes without machines: for tests of the whole loop.
//
// Two things differ from upstream's own kwok/main.go: its NodeClasses are EC2NodeClasses, so that NodePools stay as they were written,
// and the instance types of each come from a file, with the labels that AWS's provider gives them.
package main

import (
	"context"
	"maps"
	"os"
	"slices"

	awsv1 "github.com/aws/karpenter-provider-aws/pkg/apis/v1"
	"github.com/awslabs/operatorpkg/status"
	corev1 "k8s.io/api/core/v1"
	kwok "sigs.k8s.io/karpenter/kwok/cloudprovider"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/cloudprovider/overlay"
	"sigs.k8s.io/karpenter/pkg/controllers"
	"sigs.k8s.io/karpenter/pkg/controllers/state"
	"sigs.k8s.io/karpenter/pkg/operator"
)

func main() {
	// What AWS's operator package adds to the well-known labels of its API package.
	karpv1.NormalizedLabels["topology.ebs.csi.aws.com/zone"] = corev1.LabelTopologyZone
	ctx, op := operator.NewOperator()
	instanceTypes := readInstanceTypes(os.Getenv("INSTANCE_TYPES_FILE_PATH"))
	all := slices.Concat(slices.Collect(maps.Values(instanceTypes))...)
	provider := &nodeClassProvider{CloudProvider: kwok.NewCloudProvider(ctx, op.GetClient(), all), byNodeClass: map[string]*kwok.CloudProvider{}}
	for nodeClass, types := range instanceTypes {
		provider.byNodeClass[nodeClass] = kwok.NewCloudProvider(ctx, op.GetClient(), types)
	}
	decorated := overlay.Decorate(provider, op.GetClient(), op.InstanceTypeStore)
	cluster := state.NewCluster(op.Clock, op.GetClient(), decorated)
	op.WithControllers(ctx, controllers.NewControllers(
		ctx, op.Manager, op.Clock, op.GetClient(), op.EventRecorder, decorated, provider, cluster, op.InstanceTypeStore,
	)...).Start(ctx)
}

// nodeClassProvider asks the kwok provider that knows the instance types of the NodeClass in question.
type nodeClassProvider struct {
	*kwok.CloudProvider
	byNodeClass map[string]*kwok.CloudProvider
}

func (p *nodeClassProvider) of(ref *karpv1.NodeClassReference) *kwok.CloudProvider {
	if known, ok := p.byNodeClass[ref.Name]; ok {
		return known
	}
	// The file's types for NodeClasses that it does not name.
	return p.byNodeClass[""]
}

func (p *nodeClassProvider) Create(ctx context.Context, nodeClaim *karpv1.NodeClaim) (*karpv1.NodeClaim, error) {
	return p.of(nodeClaim.Spec.NodeClassRef).Create(ctx, nodeClaim)
}

func (p *nodeClassProvider) GetInstanceTypes(ctx context.Context, nodePool *karpv1.NodePool) ([]*cloudprovider.InstanceType, error) {
	return p.of(nodePool.Spec.Template.Spec.NodeClassRef).GetInstanceTypes(ctx, nodePool)
}

func (p *nodeClassProvider) GetSupportedNodeClasses() []status.Object {
	return []status.Object{&awsv1.EC2NodeClass{}}
}
