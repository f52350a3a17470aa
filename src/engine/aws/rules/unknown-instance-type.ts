import { label, normalizeLabel } from '../../karpenter/api/labels.ts';
import { type RequirementField, requirementsOf } from '../../karpenter/api/pool-fields.ts';
import type { Catalog } from '../../karpenter/cloud-provider/catalog.ts';
import { knownTextAt } from '../../karpenter/installation/helm-releases.ts';
import { replaceValue } from '../../manifest/edit.ts';
import { asList, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { against, corrected, type Example, terraform } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { nodePool } from '../../rules/lint/scenes.ts';
import { isAmbiguous } from '../../text/nearest.ts';
import { quoted, quotedNames } from '../../text/words/quoted-names.ts';

/** Families that exist but have no data in the catalog. The rule never reports them. */
const withoutData = /^(?:mac|[a-z]\d+g[a-z]*-flex|i3\.metal$)/;

/** Families that EC2 no longer has. AWS and others still name them in lists of families to exclude. */
const retired = /^(?:cc1|cc2|cg1|cg2|cr1|g1|g2|g3|g3s|hi1|hs1|p2)$/;

export const unknownInstanceTypeRule = defineRule({
  id: 'unknown-instance-type',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Instance types and zones',
  mistakes: [],
  on: {
    NodePool: check,
    Provisioner: check,
    NodeOverlay: check,
    Manifests(all, context) {
      for (const group of all.manifests) if (group.kind === 'ManagedNodeGroup') judgeGroup(group, context);
    },
  },
  docs: {
    summary:
      'A requirement names an instance type or family that does not exist, or that the region does not offer, or EKS cannot create a node group because of its types.',
    why: 'The API server accepts any text. Karpenter never chooses a value that no instance type has, and does not warn about it. The NodePool then allows less than it seems to, or launches nothing at all. EKS refuses to create a managed node group if the region offers none of its instance types.',
    help: 'Correct the name, or use one that the region offers.',
    url: 'https://karpenter.sh/docs/reference/instance-types/',
  },
  examples,
});

function check(pool: Manifest, context: RuleContext): void {
  const { catalog } = context;
  if (!catalog) return;

  for (const requirement of requirementsOf(pool)) {
    const key = normalizeLabel(requirement.key);
    if (key === label.instanceType) {
      const isOffered = (name: string): boolean => catalog.zonesOf(name).length > 0;
      judge({ pool, requirement, what: 'instance type', choices: catalog.names, isOffered }, context, catalog);
    } else if (key === label.instanceFamily) {
      const families = [...new Set(catalog.types.map((type) => type.family))];
      const offered = new Set(
        catalog.types.filter((type) => catalog.zonesOf(type.name).length > 0).map((type) => type.family),
      );
      judge(
        { pool, requirement, what: 'instance family', choices: families, isOffered: (name) => offered.has(name) },
        context,
        catalog,
      );
    }
  }
}

/** Reports a managed node group of whose instance types the region offers none. */
function judgeGroup(group: Manifest, { catalog, isRegionAssumed, report }: RuleContext): void {
  if (!catalog || isRegionAssumed) return;

  const count = asList(group.get(['spec', 'instanceTypes']))?.length ?? 0;
  const paths: readonly Path[] =
    count > 0 ? Array.from({ length: count }, (_, i) => ['spec', 'instanceTypes', i]) : [['spec', 'instanceType']];
  const names = paths.map((path) => knownTextAt(group, path));

  const isMissing = (name: string | undefined): boolean =>
    name !== undefined && catalog.names.includes(name) && catalog.zonesOf(name).length === 0;
  if (!names.every(isMissing)) return;

  const types = quotedNames([...new Set(names.map((name) => name!))]);
  report({
    manifest: group,
    at: group.span(paths[0]!),
    severity: 'error',
    message: `Region ${catalog.region} does not offer ${types}, so EKS cannot create node group ${quoted(group.name)}`,
    help: `Name an instance type that ${catalog.region} offers.`,
  });
}

interface Judged {
  readonly pool: Manifest;
  readonly requirement: RequirementField;
  readonly what: string;
  readonly choices: readonly string[];
  isOffered(name: string): boolean;
}

function judge(
  { pool, requirement, what, choices, isOffered }: Judged,
  { report, nearest, isRegionAssumed }: RuleContext,
  catalog: Catalog,
): void {
  const { operator, values } = requirement;
  if (operator !== 'In' && operator !== 'NotIn') return;

  const names = new Set(choices);
  const isHopeless =
    operator === 'In' && pool.kind !== 'NodeOverlay' && values.every((value) => value.isKnown && isNoName(value.text));

  for (const { path, text, isKnown } of values) {
    if (!isKnown || withoutData.test(text) || (operator === 'NotIn' && retired.test(text))) continue;
    if (!names.has(text)) {
      const wanted = theOnly(nearest(text, choices), text, choices);

      const help = () => {
        if (wanted) return `Did you mean \`${wanted}\`?`;
        if (isNoName(text)) return foreignHelp(text, what);
        return 'Correct the name. If it is newer than plumbline’s catalog, silence this finding.';
      };

      const message = () => {
        if (isHopeless) return `\`${text}\` cannot be an EC2 ${what}, so \`${pool.name}\` launches no nodes`;
        return `\`${text}\` is not a known EC2 ${what}`;
      };

      report({
        at: pool.span(path),
        ...(isHopeless && { severity: 'error' as const }),
        message: message(),
        help: help(),
        ...(wanted && {
          fix: { description: `Replace with \`${wanted}\``, edits: replaceValue(pool, path, wanted) },
        }),
      });
    } else if (operator === 'In' && !isOffered(text) && !isRegionAssumed) {
      report({
        at: pool.span(path),
        message: `Region ${catalog.region} does not offer the ${what} \`${text}\`, so Karpenter never launches it`,
        help: `Replace it with one that ${catalog.region} offers, or remove it.`,
      });
    }
  }
}

/** Whether no catalog can have this name: the names of all instance types and families of EC2 have a digit. */
const isNoName = (text: string): boolean => text !== '' && (!/\d/.test(text) || foreignValues.has(text));

/** Values of other keys, which a patch of the wrong requirement writes. */
const foreignValues: ReadonlyMap<string, string> = new Map([
  ...['on-demand', 'spot', 'reserved'].map((value) => [value, label.capacityType] as const),
  ...['amd64', 'arm64'].map((value) => [value, label.arch] as const),
  ...['linux', 'windows'].map((value) => [value, label.os] as const),
]);

function foreignHelp(text: string, what: string): string {
  const key = foreignValues.get(text);
  if (key === undefined) return `Name an ${what} that exists. All of their names have a digit.`;
  return `\`${text}\` is a value of \`${key}\`. Move it there. A JSON patch with an index may change another requirement than before.`;
}

/** The nearest name, unless another one is equally near. Names of families are too short for a guess. */
function theOnly(wanted: string | undefined, text: string, names: readonly string[]): string | undefined {
  if (wanted === undefined) return undefined;
  if (isAmbiguous(text, wanted, names)) return undefined;
  return wanted;
}

const group = (types: string): Example => terraform`
  provider "aws" {
    region = "eu-west-2"
  }

  resource "aws_eks_node_group" "gpu" {
    cluster_name    = "orders"
    node_group_name = "gpu"
    node_role_arn   = "arn:aws:iam::111122223333:role/nodes"
    subnet_ids      = ["subnet-0a1b2c3d"]
    instance_types  = [${types}]
    ami_type        = "AL2023_x86_64_NVIDIA"
    scaling_config {
      desired_size = 1
      max_size     = 2
      min_size     = 1
    }
  }
`;

function examples(): RuleExamples {
  return {
    bad: [
      nodePool({
        requirements: [
          'node.kubernetes.io/instance-type In [m5.large, m5.xlrage]',
          'karpenter.sh/capacity-type In [on-demand]',
        ],
      }),
      nodePool({ requirements: ['karpenter.k8s.aws/instance-family NotIn [t2, t3, tg4]'] }),
      corrected(
        against(
          { region: 'ap-northeast-2' },
          nodePool({
            requirements: [
              'karpenter.k8s.aws/instance-family In [c7i, c7a]',
              'karpenter.sh/capacity-type In [on-demand]',
            ],
          }),
        ),
        { '[c7i, c7a]': '[c7i, c6i]' },
        { '[c7i, c7a]': '[c7i]' },
      ),
      corrected(against({ region: 'eu-west-2' }, group('"p4de.24xlarge"')), { 'p4de.24xlarge': 'g5.xlarge' }),
    ],
    good: [
      against({ region: 'eu-west-2' }, group('"p4de.24xlarge", "g5.xlarge"')),
      group('"p4de.24xlarge"'),
      nodePool({ requirements: ['karpenter.k8s.aws/instance-family In [m5, m6i]'] }),
      nodePool({ requirements: ['karpenter.k8s.aws/instance-family NotIn [c1, cc1, cc2, g2, p2, t1]'] }),
    ],
  };
}
