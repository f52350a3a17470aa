module "eks" {
  source             = "terraform-aws-modules/eks/aws"
  version            = "21.0.0"
  name               = "shop-dev"
  kubernetes_version = "1.34"

  addons = {
    coredns            = {}
    kube-proxy         = {}
    vpc-cni            = {}
    aws-ebs-csi-driver = {}
  }

  eks_managed_node_groups = {
    system-dev = {
      instance_types = ["m7i.4xlarge"]
      min_size       = 2
      max_size       = 20
      desired_size   = 20
    }
  }

  node_security_group_tags = {
    "karpenter.sh/discovery" = "shop-dev"
  }
}
