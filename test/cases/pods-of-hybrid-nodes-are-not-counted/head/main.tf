resource "aws_eks_cluster" "edge" {
  name     = "edge"
  version  = "1.34"
  role_arn = "arn:aws:iam::111122223333:role/cluster"

  vpc_config {
    subnet_ids = ["subnet-0a1b2c3d4e5f60718"]
  }
}

resource "aws_eks_node_group" "system" {
  cluster_name    = aws_eks_cluster.edge.name
  node_group_name = "system"
  node_role_arn   = "arn:aws:iam::111122223333:role/system"
  subnet_ids      = ["subnet-0a1b2c3d4e5f60718"]
  instance_types  = ["m6i.large"]

  scaling_config {
    desired_size = 2
    min_size     = 2
    max_size     = 3
  }
}
