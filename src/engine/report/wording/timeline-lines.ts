import type { Disruption, TimelineEntry } from '../../cluster/disruption/forecast/disruption-data.ts';
import { plural } from '../../text/words/plural.ts';

/**
 * What happens to nodes in addition to the waves, in order of time: sentences without their full stops, names in backticks. A finding
 * reports expiry where it matters.
 */
export const timelineLines = ({ timeline }: Disruption): string[] => {
  const closed = new Set<string | null>();
  return timeline.flatMap((entry) => {
    if (entry.what === 'consolidation')
      return [`Afterwards ${plural(entry.nodes!, 'node')} can be removed: ${entry.reason}`];
    // One window is enough here. JSON has all of them.
    if (entry.what !== 'closed' || closed.has(entry.nodePool)) return [];
    closed.add(entry.nodePool);
    return [`${ofPool(entry)}: disruption is next blocked from ${clock(entry.utc!.from)} to ${clock(entry.utc!.to)}`];
  });
};

const ofPool = ({ nodePool }: TimelineEntry): string => `NodePool \`${nodePool}\``;

/** `2026-03-02 09:00 UTC`. */
const clock = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
