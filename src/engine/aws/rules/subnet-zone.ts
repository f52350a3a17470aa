import type { Catalog } from '../../karpenter/cloud-provider/catalog.ts';
import { asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { splitName } from '../../manifest/terraform/resources/lifecycles.ts';
import { corrected, terraform, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass, kubectlManifest } from '../../rules/lint/scenes.ts';
import { calledModule } from '../fields/terraform-modules.ts';

/** A zone of a region, with the region: `us-east-1a`. Local and Wavelength Zones (`us-east-1-bos-1a`) are not in the catalog. */
const zonePattern = /^([a-z]{2,3}(?:-[a-z]+){1,3}-\d)[a-z]$/;

export const subnetZoneRule = defineRule({
  id: 'subnet-zone',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Instance types and zones',
  mistakes: [],
  on: {
    Manifests(all, { catalog, isRegionAssumed, report }) {
      const hasClasses = all.manifests.some(({ kind }) => kind === 'EC2NodeClass' || kind === 'NodeClass');
      if (!hasClasses || !catalog || isRegionAssumed) return;

      for (const manifest of all.manifests) {
        const missing = zonePaths(manifest).filter((path) => isMissing(asText(manifest.get(path)) ?? '', catalog));
        for (const path of missing)
          report({
            manifest,
            at: manifest.span(path),
            message: `Region ${catalog.region} has no zone \`${asText(manifest.get(path))}\`. AWS refuses ${subject(manifest)}, and the apply fails`,
            help: `Use a zone of ${catalog.region}: ${catalog.zones.map(({ zone }) => zone).join(', ')}.`,
          });
      }
    },
  },
  docs: {
    summary: 'Terraform creates a subnet in a zone that the region does not have.',
    why: 'A plan accepts any text as the zone of a subnet. AWS refuses the subnet when the plan is applied, and what depends on it is not applied, either. Reported only for zones of the region that plumbline reviews, and not for Local Zones.',
    help: 'Use a zone of the region.',
    url: 'https://docs.aws.amazon.com/global-infrastructure/latest/regions/aws-availability-zones.html',
  },
  examples,
});

/** Where a resource of Terraform names the zones of its subnets. */
function zonePaths(manifest: Manifest): Path[] {
  if (manifest.kind === 'aws_subnet') return [['spec', 'availability_zone']];
  const zones = manifest.kind === 'module' && calledModule(manifest) === 'vpc' ? manifest.get(['spec', 'azs']) : [];
  if (Array.isArray(zones)) return zones.map((_, index) => ['spec', 'azs', index]);
  return [];
}

function isMissing(zone: string, { region, zones, otherZones }: Catalog): boolean {
  const [, regionOfZone] = zonePattern.exec(zone) ?? [];
  return regionOfZone === region && !zones.some((other) => other.zone === zone) && !otherZones.includes(zone);
}

/** `` `aws_subnet.private["d"]` ``, or the subnets of a module. */
function subject({ kind, name, source }: Manifest): string {
  if (kind === 'module') return `a subnet of \`module.${name}\` there`;
  return `\`${splitName(source.file)[1] ?? `aws_subnet.${name}`}\``;
}

function examples(): RuleExamples {
  const scene = (zone: string) => terraform`
    provider "aws" {
      region = "us-east-1"
    }

    resource "aws_subnet" "private" {
      vpc_id            = "vpc-0123456789abcdef0"
      availability_zone = "${zone}"
      cidr_block        = "10.0.0.0/20"

      tags = {
        "karpenter.sh/discovery" = "orders"
      }
    }

    ${kubectlManifest(
      'default',
      ec2NodeClass(yaml`
        role: KarpenterNodeRole-orders
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: orders
      `),
    )}
  `;

  return {
    bad: [corrected(scene('us-east-1g'), { 'us-east-1g': 'us-east-1a' })],
    good: ['us-east-1b', 'us-west-2a'].map(scene),
  };
}
