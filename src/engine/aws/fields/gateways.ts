/** Resources through which traffic leaves a VPC. */
export const gateways = [
  'aws_nat_gateway',
  'aws_internet_gateway',
  'aws_egress_only_internet_gateway',
  'aws_vpn_gateway',
  'aws_vpc_peering_connection',
  'aws_ec2_transit_gateway_vpc_attachment',
  'aws_networkmanager_vpc_attachment',
];
