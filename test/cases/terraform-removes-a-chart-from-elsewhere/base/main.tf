resource "kubectl_manifest" "quarry" {
  yaml_body = <<-YAML
    apiVersion: karpenter.sh/v1
    kind: NodePool
    metadata:
      name: quarry
    spec:
      limits: { cpu: 200 }
      template:
        spec:
          nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: quarry }
          requirements:
            - { key: node.kubernetes.io/instance-type, operator: In, values: [m7i.2xlarge] }
            - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
  YAML
}

resource "kubectl_manifest" "quarry_class" {
  yaml_body = <<-YAML
    apiVersion: karpenter.k8s.aws/v1
    kind: EC2NodeClass
    metadata:
      name: quarry
    spec:
      role: quarry-nodes
      amiSelectorTerms:
        - alias: al2023@v20260715
      subnetSelectorTerms:
        - tags: { karpenter.sh/discovery: quarry }
      securityGroupSelectorTerms:
        - tags: { karpenter.sh/discovery: quarry }
  YAML
}

resource "kubernetes_deployment_v1" "crusher" {
  metadata {
    name      = "crusher"
    namespace = "stone"
  }
  spec {
    replicas = 4
    selector { match_labels = { app = "crusher" } }
    template {
      metadata { labels = { app = "crusher" } }
      spec {
        container {
          name  = "crusher"
          image = "registry.example.com/crusher:7"
          resources { requests = { cpu = "1500m", memory = "2Gi" } }
        }
      }
    }
  }
}

resource "helm_release" "conveyor" {
  name       = "conveyor"
  namespace  = "stone"
  repository = "https://charts.example.com"
  chart      = "conveyor"
  version    = "4.1.0"
}

resource "helm_release" "dust" {
  name       = "dust"
  namespace  = "stone"
  repository = "https://charts.example.com"
  chart      = "dust"
  version    = "0.9.2"
}
