apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: ${name}
spec:
  template:
    spec:
      nodeClassRef:
        group: karpenter.k8s.aws
        kind: EC2NodeClass
        name: ${name}
      requirements:
        - key: karpenter.sh/capacity-type
          operator: In
          values:
%{ for type in capacity_types ~}
            - ${type}
%{ endfor ~}
  limit:
    cpu: ${limit}
