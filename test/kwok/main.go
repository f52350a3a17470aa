// karpenter is the real Karpenter with its kwok provider, which creates Nodes without machines, for tests of whole clusters.
//
// Three things differ from Karpenter's own kwok/main.go: its NodeClasses are EC2NodeClasses, so that NodePools stay unchanged;
// the instance types of each come from a file, with the labels of AWS's provider; and machines.go adds what AWS's provider
// does at a launch.
package main

import (
	"maps"
	"os"
	"slices"

	corev1 "k8s.io/api/core/v1"
	kwok "sigs.k8s.io/karpenter/kwok/cloudprovider"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/operator"
)

func main() {
	// AWS's operator package adds these to the well-known labels of its API package.
	karpv1.NormalizedLabels["topology.ebs.csi.aws.com/zone"] = corev1.LabelTopologyZone
	ctx, op := operator.NewOperator()
	instanceTypes := readInstanceTypes(os.Getenv("INSTANCE_TYPES_FILE_PATH"))
	all := slices.Concat(slices.Collect(maps.Values(instanceTypes))...)
	provider := newNodeClassProvider(op.GetClient(), kwok.NewCloudProvider(ctx, op.GetClient(), all))
	for nodeClass, types := range instanceTypes {
		provider.byNodeClass[nodeClass] = newMachines(ctx, op.GetClient(), types)
	}
	start(ctx, op, provider)
}
