import { label, normalizeLabel } from '../../api/labels.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { corrected, yaml } from '../example.ts';
import { nodePoolsOf } from '../fields/node-pools.ts';
import { fieldOf, poolRequirementsOf } from '../fields/pool-fields.ts';
import { hasArchitectureChoice, workloadsOf } from '../fields/workload-fields.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodePool, together } from '../scenes.ts';

export const openArchitectureRule = defineRule({
  id: 'open-architecture',
  severity: 'note',
  since: '0.1.0',
  providers: 'every',
  theme: 'Instance types and zones',
  mistakes: [9],
  on: { NodePool: check },
  docs: {
    summary: 'A NodePool allows arm64 and amd64 without saying so, and nothing shows that pods run on both.',
    why: 'Without a requirement for `kubernetes.io/arch`, Karpenter launches whichever architecture is cheaper, which is often arm64. A pod whose image is built only for amd64 then crashes with `exec format error`. The finding is a warning if the change removes the requirement. It is a note if the workloads of the cluster select no architecture, because their images may be built for both.',
    help: 'Add a requirement for `kubernetes.io/arch`: with one architecture, or with both if every image is built for both.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements',
  },
  examples,
});

const requirements = ['spec', 'template', 'spec', 'requirements'];

const fixesArchitecture = (pool: Manifest): boolean =>
  poolRequirementsOf(pool).some(({ key }) => normalizeLabel(key) === label.arch);

const choosing: ReadonlySet<string> = new Set([
  label.instanceType,
  label.instanceFamily,
  label.instanceCategory,
  label.instanceGeneration,
]);

/** Whether a NodePool restricts its instance types, so that its author thought about them. */
const choosesTypes = (pool: Manifest): boolean =>
  poolRequirementsOf(pool).some(({ key }) => choosing.has(normalizeLabel(key)));

function check(pool: Manifest, context: RuleContext): void {
  const { report, base } = context;
  if (!fieldOf(pool, requirements).isKnown || fixesArchitecture(pool) || !allowsBoth(pool, context)) return;
  const before = base?.manifests.find(({ kind, name }) => kind === pool.kind && name === pool.name);
  const isRemoved = before !== undefined && !before.isPartial && fixesArchitecture(before);
  if (!isRemoved && !(choosesTypes(pool) && isDoubtful(pool, context))) return;
  report({
    at: pool.keySpan(requirements),
    ...(isRemoved && { severity: 'warning' as const }),
    message: `\`${pool.name}\` ${isRemoved ? 'no longer limits the architecture' : 'does not limit the architecture'}, so Karpenter also launches arm64 nodes, on which images that are built only for amd64 crash`,
    help: 'Add the requirement `kubernetes.io/arch In [amd64]`, or `In [amd64, arm64]` if all images are built for both.',
  });
}

/** Whether the instance types of a NodePool have both architectures. */
function allowsBoth(pool: Manifest, { catalog, compatible }: RuleContext): boolean {
  const left = compatible(pool);
  if (!catalog || !left?.isExact) return false;
  return new Set(left.names.map((name) => catalog.type(name)!.architecture)).size > 1;
}

/** Whether there are workloads in the NodePool's cluster, and neither they nor another NodePool say anything about architectures. */
function isDoubtful(pool: Manifest, { all, clusterOf }: RuleContext): boolean {
  const cluster = clusterOf(pool);
  const workloads = workloadsOf(all).filter(({ manifest }) => clusterOf(manifest) === cluster);
  if (workloads.length === 0 || workloads.some(hasArchitectureChoice)) return false;
  return nodePoolsOf(all).every((other) => clusterOf(other) !== cluster || !fixesArchitecture(other));
}

const web = yaml`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web
  spec:
    template:
      spec:
        containers:
          - name: web
            image: web
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
`;

function examples(): RuleExamples {
  const categories = 'karpenter.k8s.aws/instance-category In [c, m, r]';
  const generations = 'karpenter.k8s.aws/instance-generation Gt ["4"]';
  return {
    bad: [
      corrected(
        together(nodePool({ requirements: [categories, generations] }), web),
        { 'requirements:': 'requirements:\n  - {key: kubernetes.io/arch, operator: In, values: [amd64]}' },
        { 'requirements:': 'requirements:\n  - {key: kubernetes.io/arch, operator: In, values: [amd64, arm64]}' },
      ),
    ],
    good: [
      together(nodePool({ requirements: [categories, generations, 'kubernetes.io/arch In [amd64]'] }), web),
      nodePool({ requirements: [categories, generations] }),
    ],
  };
}
