resource "aws_eks_cluster" "workshop" {
  name     = "workshop"
  role_arn = "arn:aws:iam::111122223333:role/workshop"
  version  = "1.34"

  vpc_config {
    subnet_ids = var.subnet_ids
  }
}

resource "aws_eks_node_group" "workshop" {
  cluster_name    = aws_eks_cluster.workshop.name
  node_group_name = "workshop"
  node_role_arn   = "arn:aws:iam::111122223333:role/workshop-nodes"
  subnet_ids      = var.subnet_ids
  instance_types  = ["m7i.2xlarge"]
  labels          = { team = "workshop" }

  scaling_config {
    min_size     = 3
    desired_size = 3
    max_size     = 6
  }
}
