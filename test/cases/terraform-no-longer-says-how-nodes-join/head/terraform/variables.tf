variable "node_entry_type" {
  type = string
}

variable "queue" {
  type = string
}
