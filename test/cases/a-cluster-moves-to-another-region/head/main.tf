variable "home" {
  type    = string
  default = "eu-west-2"
}

provider "aws" {
  region = var.home
}

provider "aws" {
  alias  = "registry"
  region = "us-east-1"
}

resource "aws_eks_cluster" "parcels" {
  name    = "parcels"
  version = "1.33"
}

resource "kubectl_manifest" "parcels" {
  yaml_body = <<-YAML
    apiVersion: karpenter.sh/v1
    kind: NodePool
    metadata:
      name: parcels
    spec:
      template:
        spec:
          nodeClassRef:
            group: karpenter.k8s.aws
            kind: EC2NodeClass
            name: parcels
          requirements:
            - key: karpenter.k8s.aws/instance-family
              operator: In
              values: [m7i, m7a, m6i]
      limits:
        cpu: 200
      disruption:
        budgets:
          - nodes: 10%
  YAML
}
