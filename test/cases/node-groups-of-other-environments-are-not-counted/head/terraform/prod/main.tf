module "eks" {
  source             = "terraform-aws-modules/eks/aws"
  version            = "21.0.0"
  name               = "shop-prod"
  kubernetes_version = "1.34"

  addons = {
    coredns            = {}
    kube-proxy         = {}
    vpc-cni            = {}
    aws-ebs-csi-driver = {}
  }

  eks_managed_node_groups = {
    system-prod = {
      instance_types = ["m7i.large"]
      min_size       = 2
      max_size       = 3
      desired_size   = 2
    }
  }

  node_security_group_tags = {
    "karpenter.sh/discovery" = "shop-prod"
  }
}
