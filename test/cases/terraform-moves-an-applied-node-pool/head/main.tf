resource "kubernetes_manifest" "class" {
  manifest = yamldecode(file("${path.module}/class.yaml"))
}

resource "kubernetes_manifest" "gravel" {
  manifest = yamldecode(file("${path.module}/gravel.yaml"))
}

resource "kubernetes_manifest" "fine_sand" {
  manifest = yamldecode(file("${path.module}/sand.yaml"))
}

moved {
  from = kubernetes_manifest.sand
  to   = kubernetes_manifest.fine_sand
}
