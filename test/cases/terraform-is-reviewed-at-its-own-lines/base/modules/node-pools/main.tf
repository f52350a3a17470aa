variable "name" {
  type = string
}

variable "settings" {
  type = object({
    families = list(string)
    cpu      = number
    spot     = optional(bool, false)
  })
}

resource "kubectl_manifest" "pool" {
  yaml_body = templatefile("${path.module}/pool.yaml.tftpl", {
    name     = var.name
    families = var.settings.families
    cpu      = var.settings.cpu
    capacity = var.settings.spot ? ["spot", "on-demand"] : ["on-demand"]
  })
}
