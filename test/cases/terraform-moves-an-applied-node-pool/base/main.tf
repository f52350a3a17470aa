resource "kubernetes_manifest" "class" {
  manifest = yamldecode(file("${path.module}/class.yaml"))
}

resource "kubernetes_manifest" "gravel" {
  manifest = yamldecode(file("${path.module}/gravel.yaml"))
}

resource "kubernetes_manifest" "sand" {
  manifest = yamldecode(file("${path.module}/sand.yaml"))
}
