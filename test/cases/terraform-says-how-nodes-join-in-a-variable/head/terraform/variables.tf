variable "node_entry_type" {
  type    = string
  default = "EC2_LINUX"
}
