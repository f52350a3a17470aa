import type { Question } from '../../oracle/oracle.ts';
import { toYaml } from '../generator.ts';
import { addNodes } from './generator/nodes.ts';
import { addNodeClasses, addPool } from './generator/pools.ts';
import { twistWorld } from './generator/twists.ts';
import { addDaemonSet, addWorkload } from './generator/workloads.ts';
import { WorldDraft } from './generator/world-draft.ts';
import type { WorldSettings } from './world.ts';

type WorldQuestion = Question & { readonly settings: WorldSettings };

/** The cluster for a seed, the same on every machine. Two of five are about drift, the others about consolidation. */
export const generateWorld = (seed: number): WorldQuestion => worldOf(seed, '', () => undefined);

/** The same, then changed in a few ways that the generator itself does not use. */
export const generateTwistedWorld = (seed: number): WorldQuestion =>
  worldOf(seed, 'twisted-', (draft) => twistWorld(draft, seed));

function worldOf(seed: number, prefix: string, change: (draft: WorldDraft) => void): WorldQuestion {
  const draft = new WorldDraft(seed, seed % 5 < 2 ? 'drift' : 'consolidation');
  const { random, kind } = draft;
  const isSpotToSpot = kind === 'consolidation' && draft.has('spot-to-spot', 0.2);
  const isZoned = draft.has('zoned-prices', 0.3);
  const classes = addNodeClasses(draft);
  for (const name of ['default', 'second', 'third'].slice(0, random.pick(1, 1, 2, 2, 3)))
    addPool(draft, name, random.pick(...classes));
  const isLive = kind === 'drift' || !draft.has('provision-first', 0.2);
  if (isLive) addNodes(draft);
  if (draft.has('daemon-set', 0.25)) addDaemonSet(draft);
  const workloads = random.integer(2, 7);
  for (let i = 0; i < workloads; i++) addWorkload(draft, `w${i}`);
  change(draft);
  return {
    name: `${prefix}${kind}-${String(seed).padStart(6, '0')}`,
    manifests: toYaml(draft.objects),
    settings: {
      region: 'us-east-1',
      kind,
      now: draft.ago(0),
      probes: draft.features(),
      ...(isSpotToSpot && { spotToSpot: true }),
      ...(isZoned && { spotPricing: 'zoned' as const }),
      ...draft.settings,
    },
  };
}
