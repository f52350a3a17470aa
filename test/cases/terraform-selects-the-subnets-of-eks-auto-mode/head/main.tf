module "vpc" {
  source          = "terraform-aws-modules/vpc/aws"
  private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

  private_subnet_tags = {
    "karpenter.sh/discovery" = "orders"
  }
}

resource "kubectl_manifest" "node_class" {
  yaml_body = <<-YAML
    apiVersion: eks.amazonaws.com/v1
    kind: NodeClass
    metadata:
      name: private
    spec:
      role: AmazonEKSAutoNodeRole
      subnetSelectorTerms:
        - tags:
            karpenter.sh/discovery: orders
      securityGroupSelectorTerms:
        - id: sg-0123456789abcdef0
      ephemeralStorage:
        size: 100Gi
  YAML
}

resource "kubectl_manifest" "node_pool" {
  yaml_body = <<-YAML
    apiVersion: karpenter.sh/v1
    kind: NodePool
    metadata:
      name: web
    spec:
      template:
        spec:
          nodeClassRef:
            group: eks.amazonaws.com
            kind: NodeClass
            name: private
          requirements:
            - key: eks.amazonaws.com/instance-family
              operator: In
              values: [t3]
            - key: kubernetes.io/arch
              operator: In
              values: [amd64]
      limits:
        cpu: 100
  YAML
}
