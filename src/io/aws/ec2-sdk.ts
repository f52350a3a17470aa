/** The part of the EC2 client that looks things up: loaded only when somebody asks. */
export {
  DescribeImagesCommand,
  DescribeSecurityGroupsCommand,
  DescribeSubnetsCommand,
  EC2Client,
} from '@aws-sdk/client-ec2';
