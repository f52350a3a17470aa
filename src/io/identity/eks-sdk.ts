/** The part of the EKS client that is used, loaded only when a cluster is looked up. */
export { DescribeAccessEntryCommand, DescribeClusterCommand, EKSClient } from '@aws-sdk/client-eks';
