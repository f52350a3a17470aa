#!/bin/bash
export KARPENTER_VERSION="0.37.0"
export CLUSTER_NAME="lantern"
export AWS_DEFAULT_REGION="us-west-2"
