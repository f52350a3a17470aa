module github.com/aws/karpenter-provider-aws

go 1.24.0
