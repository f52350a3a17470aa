/** The few parts of the AWS SDK that are used. Everything else stays out of the bundle. */
export {
  DescribeAvailabilityZonesCommand,
  DescribeInstanceTypeOfferingsCommand,
  DescribeInstanceTypesCommand,
  DescribeSpotPriceHistoryCommand,
  EC2Client,
  type InstanceTypeInfo as Ec2InstanceType,
} from '@aws-sdk/client-ec2';
export { GetProductsCommand, PricingClient } from '@aws-sdk/client-pricing';
