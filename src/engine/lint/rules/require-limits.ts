import { renameKey } from '../../manifest/edit.ts';
import { asMapping, type Manifest } from '../../manifest/manifest.ts';
import { nearest as nearestOf } from '../../nearest.ts';
import { yaml } from '../example.ts';
import { limitsOf } from '../fields/pool-fields.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodePool } from '../scenes.ts';

/** Resources that a limit can name besides extended ones, which have a domain. */
const resources = ['cpu', 'memory', 'nodes', 'pods', 'ephemeral-storage'];
/** What people write, where the nearest name would be another resource. */
const meant: Readonly<Record<string, string>> = { mem: 'memory', ram: 'memory', gpu: 'nvidia.com/gpu' };

export const requireLimitsRule = defineRule({
  id: 'require-limits',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'How much a pool may launch',
  mistakes: [29, 30],
  on: { NodePool: check, Provisioner: check },
  docs: {
    summary: 'A NodePool has no limits, or limits that bound nothing.',
    why: 'Karpenter launches nodes for every pod that is pending. Without `limits` a runaway Deployment, a HorizontalPodAutoscaler with a wrong target or a crash loop is answered with more nodes until the AWS quota ends it. The keys of `limits` are free-form, so that a misspelt resource is accepted and limits nothing.',
    help: 'Set `limits.cpu` and `limits.memory` to what the workloads of this pool may cost at most.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#speclimits',
  },
  examples,
});

function check(pool: Manifest, context: RuleContext): void {
  const { report } = context;
  const limits = limitsOf(pool);
  // A static pool is as large as `replicas` says, and the API server refuses limits of cpu and memory there.
  if (!limits.isKnown || isMisspelt(pool) || pool.get(['spec', 'replicas']) !== undefined) return;
  const keys = Object.keys(asMapping(limits.value) ?? {});
  if (keys.length === 0) {
    report({
      at: pool.keySpan(pool.get(limits.path) === undefined ? ['spec'] : limits.path),
      message: `${pool.kind} \`${pool.name}\` has no limits: nothing bounds the nodes it may launch`,
      help: 'Set `limits.cpu` and `limits.memory` to the most this pool may grow to.',
    });
    return;
  }
  const unknown = keys.filter((key) => !resources.includes(key) && !/[/{$]|^hugepages-/.test(key));
  for (const key of unknown) reportUnknown(pool, key, context);
  if (unknown.length === 0 && !keys.some((key) => key === 'cpu' || key === 'memory' || key.includes('/'))) {
    const isCounted = keys.includes('nodes');
    report({
      at: pool.keySpan(limits.path),
      message: `The limits of ${pool.kind} \`${pool.name}\` name neither \`cpu\` nor \`memory\`: the size of its nodes is not bounded${isCounted ? ', and their number only roughly, for nodes that are launched at once do not see each other' : ''}`,
      help: 'Add `cpu` and `memory`.',
      // A count of nodes is a bound of sorts. Source: core pkg/controllers/provisioning/scheduling: claims have no capacity of nodes.
      ...(isCounted && { severity: 'note' as const }),
    });
  }
}

function reportUnknown(pool: Manifest, key: string, { report, nearest }: RuleContext): void {
  const limits = limitsOf(pool);
  const wanted = meant[key.toLowerCase()] ?? nearest(key, resources);
  const isFree = wanted !== undefined && pool.get([...limits.path, wanted]) === undefined;
  report({
    at: pool.keySpan([...limits.path, key]),
    message: `\`${key}\` is not a resource that nodes have: this entry limits nothing`,
    help: wanted
      ? `Did you mean \`${wanted}\`?`
      : 'Use `cpu`, `memory` or an extended resource such as `nvidia.com/gpu`.',
    ...(isFree && {
      fix: { description: `Rename to \`${wanted}\``, edits: renameKey(pool, [...limits.path, key], wanted) },
    }),
  });
}

/** Whether the limits stand under a misspelt key, or a Provisioner's in a NodePool's place: an unknown field, which the schema reports. */
function isMisspelt(pool: Manifest): boolean {
  const spec = asMapping(pool.get(['spec'])) ?? {};
  if (Object.keys(spec).some((key) => key !== 'limits' && nearestOf(key, ['limits']) !== undefined)) return true;
  const keys = Object.keys(asMapping(spec.limits) ?? {});
  return pool.kind === 'Provisioner' && keys.length > 0 && !keys.includes('resources');
}

function examples(): RuleExamples {
  return {
    bad: [
      nodePool({ limits: null }),
      nodePool({
        limits: yaml`
          cpu: 100
          mem: 400Gi
        `,
      }),
      yaml`
        apiVersion: karpenter.sh/v1alpha5
        kind: Provisioner
        metadata:
          name: default
        spec:
          limits:
            resources:
              pods: 500
      `,
    ],
    good: [
      nodePool({
        limits: yaml`
          cpu: 100
          memory: 400Gi
        `,
      }),
      nodePool({ name: 'gpu', limits: 'nvidia.com/gpu: 8' }),
    ],
  };
}
