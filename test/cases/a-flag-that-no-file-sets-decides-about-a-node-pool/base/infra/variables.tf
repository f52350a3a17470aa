variable "with_batch" {
  description = "Whether this cluster runs batch jobs"
  type        = bool
  default     = false
}
