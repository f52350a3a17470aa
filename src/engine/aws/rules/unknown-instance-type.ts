import { label, normalizeLabel } from '../../api/labels.ts';
import type { Catalog } from '../../cloud-provider/catalog.ts';
import { against } from '../../lint/example.ts';
import { type RequirementField, requirementsOf } from '../../lint/fields/pool-fields.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../lint/rule.ts';
import { nodePool } from '../../lint/scenes.ts';
import { replaceValue } from '../../manifest/edit.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { editDistance } from '../../nearest.ts';

/** Families that exist and of which the catalog has no data: never judged. */
const withoutData = /^(?:mac|[a-z]\d+g[a-z]*-flex|i3\.metal$)/;

/** Families that EC2 no longer has. AWS still lists them among those that a Network Load Balancer cannot have as targets. */
const retired = /^(?:cc1|cc2|cg1|cg2|cr1|g1|g2|hi1|hs1)$/;

export const unknownInstanceTypeRule = defineRule({
  id: 'unknown-instance-type',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Which nodes a pool may launch',
  mistakes: [],
  on: { NodePool: check, Provisioner: check, NodeOverlay: check },
  docs: {
    summary: 'A requirement names an instance type or family that does not exist, or not in this region.',
    why: 'The API server accepts any text. A value that no instance type has is silently never chosen, so that a pool is narrower than it reads, or launches nothing at all.',
    help: 'Correct the name, or choose one that the region offers.',
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
      judge({ pool, requirement, what: 'instance type', known: catalog.names, isOffered }, context, catalog);
    } else if (key === label.instanceFamily) {
      const known = [...new Set(catalog.types.map((type) => type.family))];
      const offered = new Set(
        catalog.types.filter((type) => catalog.zonesOf(type.name).length > 0).map((type) => type.family),
      );
      judge(
        { pool, requirement, what: 'instance family', known, isOffered: (name) => offered.has(name) },
        context,
        catalog,
      );
    }
  }
}

interface Judged {
  readonly pool: Manifest;
  readonly requirement: RequirementField;
  readonly what: string;
  readonly known: readonly string[];
  isOffered(name: string): boolean;
}

function judge(
  { pool, requirement, what, known, isOffered }: Judged,
  { report, nearest, isRegionAssumed }: RuleContext,
  catalog: Catalog,
): void {
  const { operator, values } = requirement;
  if (operator !== 'In' && operator !== 'NotIn') return;
  const names = new Set(known);
  for (const { path, text, isKnown } of values) {
    if (!isKnown || withoutData.test(text) || (operator === 'NotIn' && retired.test(text))) continue;
    if (!names.has(text)) {
      const wanted = theOnly(nearest(text, known), text, known);
      report({
        at: pool.span(path),
        message: `\`${text}\` is no ${what} that EC2 is known to have`,
        help: wanted
          ? `Did you mean \`${wanted}\`?`
          : 'Correct the name; if it is newer than the catalog, silence this rule.',
        ...(wanted && {
          fix: { description: `Replace by \`${wanted}\``, edits: replaceValue(pool, path, wanted) },
        }),
      });
    } else if (operator === 'In' && !isOffered(text) && !isRegionAssumed) {
      report({
        at: pool.span(path),
        message: `Region ${catalog.region} does not offer ${what} \`${text}\`, so it is never launched`,
        help: `Choose one that ${catalog.region} offers.`,
      });
    }
  }
}

/** The nearest name, unless others are as near: names of families are too short for a guess. */
function theOnly(wanted: string | undefined, text: string, known: readonly string[]): string | undefined {
  if (wanted === undefined) return undefined;
  const distance = editDistance(text, wanted);
  return known.some((other) => other !== wanted && editDistance(text, other) === distance) ? undefined : wanted;
}

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
      against(
        { region: 'ap-northeast-2' },
        nodePool({
          requirements: [
            'karpenter.k8s.aws/instance-family In [c7i, c7a]',
            'karpenter.sh/capacity-type In [on-demand]',
          ],
        }),
      ),
    ],
    good: [
      nodePool({ requirements: ['karpenter.k8s.aws/instance-family In [m5, m6i]'] }),
      nodePool({ requirements: ['karpenter.k8s.aws/instance-family NotIn [c1, cc1, cc2, g2, t1]'] }),
    ],
  };
}
