//go:build v1beta1

package main

import (
	awsv1beta1 "github.com/aws/karpenter-provider-aws/pkg/apis/v1beta1"
	karpv1beta1 "sigs.k8s.io/karpenter/pkg/apis/v1beta1"
)

func init() {
	kinds["karpenter.sh/v1beta1 NodePool"] = kind{karpv1beta1.NodePoolHashVersion, hashOf[karpv1beta1.NodePool]}
	kinds["karpenter.k8s.aws/v1beta1 EC2NodeClass"] = kind{awsv1beta1.EC2NodeClassHashVersion, hashOf[awsv1beta1.EC2NodeClass]}
}
