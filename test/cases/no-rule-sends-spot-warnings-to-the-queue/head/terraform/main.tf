provider "aws" {
  region = "eu-central-1"
}

locals {
  events = {
    health = { source = "aws.health", type = "AWS Health Event" }
    state  = { source = "aws.ec2", type = "EC2 Instance State-change Notification" }
  }
}

resource "aws_eks_cluster" "orders" {
  name    = "orders"
  version = "1.34"
}

resource "aws_sqs_queue" "karpenter" {
  name                      = "${aws_eks_cluster.orders.name}-karpenter"
  message_retention_seconds = 300
}

data "aws_iam_policy_document" "queue" {
  statement {
    actions   = ["sqs:SendMessage"]
    resources = [aws_sqs_queue.karpenter.arn]

    principals {
      type        = "Service"
      identifiers = ["events.amazonaws.com", "sqs.amazonaws.com"]
    }
  }
}

resource "aws_sqs_queue_policy" "karpenter" {
  queue_url = aws_sqs_queue.karpenter.url
  policy    = data.aws_iam_policy_document.queue.json
}

resource "aws_cloudwatch_event_rule" "karpenter" {
  for_each = local.events

  name = "orders-karpenter-${each.key}"
  event_pattern = jsonencode({
    source      = [each.value.source]
    detail-type = [each.value.type]
  })
}

resource "aws_cloudwatch_event_target" "karpenter" {
  for_each = local.events

  rule = aws_cloudwatch_event_rule.karpenter[each.key].name
  arn  = aws_sqs_queue.karpenter.arn
}
