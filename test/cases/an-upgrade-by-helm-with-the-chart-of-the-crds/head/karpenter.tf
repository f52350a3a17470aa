resource "helm_release" "karpenter" {
  name       = "karpenter"
  namespace  = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.10.0"
  wait       = false

  values = [yamlencode({
    settings = { clusterName = "media", interruptionQueue = "media-karpenter" }
  })]
}

resource "kubectl_manifest" "pool" {
  yaml_body = <<-YAML
    apiVersion: karpenter.sh/v1
    kind: NodePool
    metadata:
      name: encode
    spec:
      limits: {cpu: "96"}
      disruption:
        consolidationPolicy: WhenEmptyOrUnderutilized
        consolidateAfter: 10m
      template:
        spec:
          expireAfter: 720h
          nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: encode}
          requirements:
            - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
            - {key: karpenter.k8s.aws/instance-category, operator: In, values: [c]}
            - {key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["5"]}
            - {key: kubernetes.io/arch, operator: In, values: [amd64]}
  YAML
}

resource "helm_release" "crds" {
  name       = "karpenter-crd"
  namespace  = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter-crd"
  version    = "1.10.0"
}
