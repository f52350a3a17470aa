resource "aws_organizations_policy" "compute" {
  name = "compute"
  type = "SERVICE_CONTROL_POLICY"

  content = <<-JSON
    {
      "Version": "2012-10-17",
      "Statement": [
        {
          "Sid": "NoLargeTypes",
          "Effect": "Deny",
          "Action": ["ec2:RunInstances", "ec2:StartInstances"],
          "Resource": "*",
          "Condition": { "StringLike": { "ec2:InstanceType": ["*.metal*", "*.24xlarge", "*.16xlarge"] } }
        }
      ]
    }
  JSON
}
