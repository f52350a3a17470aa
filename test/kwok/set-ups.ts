import { readFileSync } from 'node:fs';
import { generate } from '../conformance/generator.ts';
import { forecast, type SetUp } from './set-up.ts';

const examples = new URL('../../examples/', import.meta.url);
const read = (...files: readonly string[]): string =>
  files.map((file) => readFileSync(new URL(file, examples), 'utf8')).join('---\n');

/** What stands in our examples and that an API server takes. */
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
 * What such a cluster does not have: volumes and their drivers, nodes that were there before, reservations, controllers of others, and
 * agents that take startup taints away.
 */
const elsewhere = new RegExp(
  `attach-limits|block-devices|bound-anti-affinity|capacity-reservation|do-not-disrupt|ephemeral-volume|existing-nodes|node-class-missing|
node-cordoned|node-deleting|own-controller|pods-finished|requirement-values-refused|reserved-enis|startup-taints|storage-class|volume`.replaceAll(
    '\n',
    '',
  ),
);

/** So many of the generator's set-ups from one seed on which a cluster of made-up machines can answer, with some nodes at least. */
function generated(from: { readonly seed: number; readonly count: number; readonly nodes: number }): readonly SetUp[] {
  const setUps: SetUp[] = [];
  for (let { seed } = from; setUps.length < from.count; seed++) {
    const question = generate(seed);
    if ((question.settings.probes ?? []).some((feature) => elsewhere.test(feature))) continue;
    if (forecast(question).placement.nodes.likely! >= from.nodes) setUps.push(question);
  }
  return setUps;
}

/** All set-ups, examples first. */
export const setUps = (): readonly SetUp[] => [
  ...fromExamples,
  ...generated({ seed: 700_000, count: 30, nodes: 0 }),
  ...generated({ seed: 800_000, count: 30, nodes: 3 }),
];
