import { expect, test } from 'vitest';
import { byTag, cluster, messagesOf } from './account-changes.test-support.ts';

const inputs = {
  azs: '["eu-central-1a", "eu-central-1b"]',
  private_subnets: '["10.0.0.0/20", "10.0.16.0/20"]',
  private_subnet_tags: '{ "karpenter.sh/discovery" = "c" }',
  enable_nat_gateway: 'true',
};

const vpc = (changed: Readonly<Record<string, string>> = {}): string => {
  const lines = Object.entries({ ...inputs, ...changed }).map(([name, value]) => `  ${name} = ${value}\n`);
  return `module "vpc" {\n  source = "terraform-aws-modules/vpc/aws"\n  version = "5.8.1"\n${lines.join('')}}\n`;
};

const unused = 'AWS deletes no subnet that nodes or load balancers use, so apply waits and fails if there are any';
const replaced = (names: string, input: string, them = 'them'): string =>
  `warning: Terraform destroys ${names} of \`module.vpc\` and creates ${them} again, because \`${input}\` changes. ${unused}`;
const noExit =
  'warning: The change removes the last way out of the private subnets of `module.vpc` that these files show. Nodes there then neither join the cluster nor pull images';
const noNames = (inputs: string, title = 'module.vpc'): string =>
  `warning: The change turns off ${inputs} of \`${title}\`. EKS needs both settings: without them, new nodes cannot register with the cluster`;
const plain = (settings: string): string =>
  `${cluster('')}resource "aws_vpc" "main" {\n  cidr_block = "10.0.0.0/16"\n  ${settings}\n}\n`;
const untagged = { private_subnet_tags: '{}' };

test.each<[what: string, base: string, head: string, expected: readonly string[]]>([
  [
    'zones in another order',
    vpc(),
    vpc({ azs: '["eu-central-1b", "eu-central-1a"]' }),
    [replaced('`private_subnets[0]` and `private_subnets[1]`', 'azs')],
  ],
  [
    'a range at the beginning',
    vpc(),
    vpc({ private_subnets: '["10.0.32.0/20", "10.0.0.0/20", "10.0.16.0/20"]' }),
    [replaced('`private_subnets[0]` and `private_subnets[1]`', 'private_subnets')],
  ],
  [
    'a zone for a subnet that began again at the first one',
    vpc({ private_subnets: '["10.0.0.0/20", "10.0.16.0/20", "10.0.32.0/20"]' }),
    vpc({
      private_subnets: '["10.0.0.0/20", "10.0.16.0/20", "10.0.32.0/20"]',
      azs: '["eu-central-1a", "eu-central-1b", "eu-central-1c"]',
    }),
    [replaced('`private_subnets[2]`', 'azs', 'it')],
  ],
  [
    'a subnet less',
    vpc(),
    vpc({ private_subnets: '["10.0.0.0/20"]' }),
    [
      `warning: Terraform destroys \`private_subnets[1]\` (eu-central-1b) of \`module.vpc\`, because \`private_subnets\` changes. ${unused}`,
    ],
  ],
  [
    'a zone and a subnet more',
    vpc(),
    vpc({
      private_subnets: '["10.0.0.0/20", "10.0.16.0/20", "10.0.32.0/20"]',
      azs: '["eu-central-1a", "eu-central-1b", "eu-central-1c"]',
    }),
    [],
  ],
  ['zones that are unknown', vpc(), vpc({ azs: 'data.aws_availability_zones.all.names' }), []],
  ['one unknown range', vpc(), vpc({ private_subnets: '["10.0.0.0/20", var.second]' }), []],
  [
    'zones in another order, where no cluster is',
    vpc(untagged),
    vpc({ ...untagged, azs: '["eu-central-1b", "eu-central-1a"]' }),
    [],
  ],
  ['no NAT gateway', vpc(), vpc({ enable_nat_gateway: 'false' }), [noExit]],
  ['a VPN instead of a NAT gateway', vpc(), vpc({ enable_nat_gateway: 'false', enable_vpn_gateway: 'true' }), []],
  ['perhaps a NAT gateway', vpc(), vpc({ enable_nat_gateway: 'var.nat' }), []],
  ['one NAT gateway', vpc(), vpc({ single_nat_gateway: 'true' }), []],
  ['no NAT gateway, where no cluster is', vpc(untagged), vpc({ ...untagged, enable_nat_gateway: 'false' }), []],
  ['no host names', vpc(), vpc({ enable_dns_hostnames: 'false' }), [noNames('`enable_dns_hostnames`')]],
  [
    'no names at all',
    vpc(),
    vpc({ enable_dns_hostnames: 'false', enable_dns_support: 'false' }),
    [noNames('`enable_dns_support` and `enable_dns_hostnames`')],
  ],
  ['the default of names', vpc(), vpc({ enable_dns_hostnames: 'true' }), []],
  [
    'no host names in a VPC of its own',
    plain('enable_dns_hostnames = true'),
    plain('enable_dns_hostnames = false'),
    [noNames('`enable_dns_hostnames`', 'aws_vpc.main')],
  ],
  ['the default of host names, which was written', plain('enable_dns_hostnames = false'), plain(''), []],
])('a VPC gets %s', (_, base, head, expected) => {
  expect(messagesOf(base, head, '')).toEqual(expected);
});

test('subnets that a node class selects for certain', () => {
  const both = { public_subnets: '["10.0.64.0/20"]' };
  const changed = { public_subnets: '["10.0.80.0/20"]' };
  expect(messagesOf(vpc(both), vpc({ ...both, azs: '["eu-central-1c", "eu-central-1b"]' }), byTag)).toEqual([
    replaced('`private_subnets[0]`', 'azs', 'it'),
  ]);
  expect(messagesOf(vpc(both), vpc(changed), byTag)).toEqual([]);
});
