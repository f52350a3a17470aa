import { readFileSync } from 'node:fs';
import { generate } from '../conformance/generator.ts';
import { forecast, type SetUp } from './set-up.ts';

const examples = new URL('../../examples/', import.meta.url);
const read = (...files: readonly string[]): string =>
  files.map((file) => readFileSync(new URL(file, examples), 'utf8')).join('---\n');

/** Objects in our examples that an API server accepts. */
const fromExamples: readonly SetUp[] = [
  {
    name: 'label-change-before',
    manifests: read('label-change/base/karpenter/pools.yaml', 'label-change/base/apps/cart.yaml'),
    settings: { region: 'us-east-1', spotPricing: 'advisor' },
  },
  {
    name: 'label-change-with-more-pods',
    manifests: read('label-change/base/karpenter/pools.yaml', 'label-change/head/apps/cart.yaml'),
    settings: { region: 'us-east-1', spotPricing: 'advisor' },
  },
  {
    name: 'kops',
    manifests: read('kops/nodepool.yaml', 'kops/nodeclass.yaml', 'kops/workload.yaml'),
    settings: { region: 'us-west-1', zones: ['us-west-1a', 'us-west-1b'], spotPricing: 'advisor' },
  },
];

/**
 * Features that such a cluster lacks: volumes and their drivers, existing nodes, reservations, third-party controllers, and
 * agents that remove startup taints.
 */
const elsewhere = new RegExp(
  `attach-limits|block-devices|bound-anti-affinity|capacity-reservation|do-not-disrupt|ephemeral-volume|existing-nodes|node-class-missing|
node-cordoned|node-deleting|own-controller|pods-finished|requirement-values-refused|reserved-enis|startup-taints|storage-class|volume`.replaceAll(
    '\n',
    '',
  ),
);

/** That many generated setups, starting from a seed, that work in a cluster of simulated machines and have at least a few nodes. */
function generated(from: { readonly seed: number; readonly count: number; readonly nodes: number }): readonly SetUp[] {
  const setUps: SetUp[] = [];
  for (let { seed } = from; setUps.length < from.count; seed++) {
    const question = generate(seed);
    if ((question.settings.probes ?? []).some((feature) => elsewhere.test(feature))) continue;
    if (forecast(question).placement.nodes.likely! >= from.nodes) setUps.push(question);
  }
  return setUps;
}

/** All setups, examples first. */
export const setUps = (): readonly SetUp[] => [
  ...fromExamples,
  ...generated({ seed: 700_000, count: 30, nodes: 0 }),
  ...generated({ seed: 800_000, count: 30, nodes: 3 }),
];
