locals {
  cluster_version = "1.33"
}
