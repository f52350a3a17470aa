resource "kubectl_manifest" "batch" {
  count = var.with_batch ? 1 : 0

  yaml_body = <<-YAML
    apiVersion: karpenter.sh/v1
    kind: NodePool
    metadata:
      name: batch
    spec:
      limits: {cpu: 192}
      template:
        metadata:
          labels: {mill/pool: batch}
        spec:
          expireAfter: 336h
          nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: mill}
          requirements:
            - {key: node.kubernetes.io/instance-type, operator: In, values: [r7i.2xlarge, r6i.2xlarge]}
            - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
  YAML
}

resource "kubectl_manifest" "mill" {
  yaml_body = <<-YAML
    apiVersion: karpenter.k8s.aws/v1
    kind: EC2NodeClass
    metadata:
      name: mill
    spec:
      role: mill-nodes
      amiSelectorTerms: [{alias: al2023@v20260715}]
      subnetSelectorTerms: [{tags: {karpenter.sh/discovery: mill}}]
      securityGroupSelectorTerms: [{tags: {karpenter.sh/discovery: mill}}]
  YAML
}
