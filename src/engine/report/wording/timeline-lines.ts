import type { ClosedWindow, Consolidation, Disruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import { plural } from '../../text/words/plural.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { scheduleInWords } from '../values/schedule-words.ts';

/**
 * What happens to nodes in addition to the waves, and when waves are delayed: sentences without their full stops, names in backticks. A
 * finding reports expiry where it matters.
 */
export const timelineLines = ({
  nodePools,
  timeline,
  consolidation,
}: Pick<Disruption, 'nodePools' | 'timeline' | 'consolidation'>): string[] => [
  ...(consolidation === undefined ? [] : [consolidationLine(consolidation)]),
  ...timeline.flatMap(({ what, nodes, reason }) => {
    if (what === 'consolidation') return [`Afterwards ${plural(nodes!, 'node')} can be removed: ${reason}`];
    return [];
  }),
  ...nodePools.flatMap(({ name, windows = [] }) => windows.map((window) => windowLine(name, window))),
];

/** A command of consolidation launches at most one node, so more new ones than removed ones have another cause, which is not told here. */
function consolidationLine({ removed, removedNew, launched }: Consolidation): string {
  const isForPods = launched > removed + removedNew;
  const also = textIf(removedNew > 0, ` and ${plural(removedNew, 'node')} that the change launched`);
  const by = textIf(!isForPods, ` by ${plural(launched, 'new one')}`);

  return `Afterwards consolidation replaces ${plural(removed, 'running node')}${also}${by}`;
}

/** Nobody knows when the change is merged, so the line is true at any time. */
const windowLine = (name: string, { nodes, schedule, duration }: ClosedWindow): string => {
  const pace = nodes === 0 ? 'no nodes' : `at most ${plural(nodes, 'node')} at a time`;
  return `NodePool ${quoted(name)}: Karpenter replaces ${pace} ${scheduleInWords(schedule, duration)}${textIf(nodes === 0, '; until the end of that time, a rollout waits')}`;
};
