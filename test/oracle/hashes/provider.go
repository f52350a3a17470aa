//go:build provider

package main

import awsv1 "github.com/aws/karpenter-provider-aws/pkg/apis/v1"

func init() {
	kinds["karpenter.k8s.aws/v1 EC2NodeClass"] = kind{awsv1.EC2NodeClassHashVersion, hashOf[awsv1.EC2NodeClass]}
}
