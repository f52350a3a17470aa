/** Every action that `catalog refresh` needs. All of them are read-only, and none of them can be limited to some resources. */
export const refreshActions = [
  'ec2:DescribeAvailabilityZones',
  'ec2:DescribeInstanceTypeOfferings',
  'ec2:DescribeInstanceTypes',
  'ec2:DescribeSpotPriceHistory',
  'pricing:GetProducts',
] as const;

/** A policy that allows nothing else. */
export const refreshPolicy = {
  Version: '2012-10-17',
  Statement: [{ Sid: 'ReadInstanceTypesAndPrices', Effect: 'Allow', Action: refreshActions, Resource: '*' }],
};
