resource "aws_eks_addon" "cni" {
  cluster_name  = "payments"
  addon_name    = "vpc-cni"
  addon_version = "v1.19.0-eksbuild.1"
}
