resource "helm_release" "pools" {
  name  = "pools"
  chart = "${path.module}/../charts/pools"
  values = [yamlencode({
    pools = [{ name = "web", capacityTypes = ["spot"] }]
  })]
}

resource "kubernetes_manifest" "pools" {
  manifest = {
    apiVersion = "argoproj.io/v1alpha1"
    kind       = "Application"
    metadata   = { name = "batch-pools", namespace = "argocd" }
    spec = {
      source = {
        repoURL = "https://git.example.com/platform.git"
        path    = "charts/pools"
        helm    = { values = yamlencode({ pools = [{ name = "batch", capacityTypes = ["spot"] }] }) }
      }
    }
  }
}
