resource "aws_iam_role" "controller" {
  name = "orders-karpenter"
  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = ["sts:AssumeRole", "sts:TagSession"], Principal = { Service = "pods.eks.amazonaws.com" } }]
  })
}

resource "aws_eks_pod_identity_association" "controller" {
  cluster_name    = aws_eks_cluster.orders.name
  namespace       = "karpenter"
  service_account = "karpenter"
  role_arn        = aws_iam_role.controller.arn
}

resource "aws_iam_policy" "launch" {
  name = "orders-karpenter-launch"
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Effect   = "Allow"
        Resource = "*"
        Action = [
          "ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:DeleteLaunchTemplate", "ec2:CreateTags",
          "ec2:TerminateInstances", "ec2:Describe*", "ssm:GetParameter", "pricing:GetProducts", "eks:DescribeCluster",
          "iam:PassRole", "iam:CreateInstanceProfile", "iam:TagInstanceProfile", "iam:AddRoleToInstanceProfile",
          "iam:RemoveRoleFromInstanceProfile", "iam:DeleteInstanceProfile", "iam:GetInstanceProfile",
        ]
      },
    ]
  })
}

resource "aws_iam_role_policy_attachment" "launch" {
  role       = aws_iam_role.controller.name
  policy_arn = aws_iam_policy.launch.arn
}

resource "aws_iam_policy" "profiles" {
  name = "orders-karpenter-profiles"
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "iam:ListInstanceProfiles", Resource = "*" }]
  })
}

resource "aws_iam_role_policy_attachment" "profiles" {
  role       = aws_iam_role.controller.name
  policy_arn = aws_iam_policy.profiles.arn
}
