import type { Disruption, TimelineEntry } from '../../disruption/disruption-data.ts';
import { spanText } from '../../disruption/forecast/expiry-diagnostics.ts';
import { plural } from '../../plural.ts';

/** What happens to nodes in addition to the waves, in order of time: sentences without their full stops, names in backticks. */
export const timelineLines = ({ timeline }: Disruption): string[] => {
  const closed = new Set<string | null>();
  return timeline.flatMap((entry) => {
    if (entry.what === 'consolidation')
      return [`Afterwards ${plural(entry.nodes!, 'node')} can be removed: ${entry.reason}`];
    if (entry.what === 'expiry') return [expiryText(entry)];
    // One window is enough here. JSON has all of them.
    if (entry.what !== 'closed' || closed.has(entry.nodePool)) return [];
    closed.add(entry.nodePool);
    return [`${ofPool(entry)}: disruption is next blocked from ${clock(entry.utc!.from)} to ${clock(entry.utc!.to)}`];
  });
};

function expiryText(entry: TimelineEntry): string {
  const { nodes, at, until, utc, reason } = entry;
  const when = utc
    ? `from ${clock(utc.from)} to ${clock(utc.to)}`
    : `${spanText(at!.low)} after the change, within about ${Math.max(1, until!.high - at!.low)} minutes`;
  return `${ofPool(entry)}: ${plural(nodes!, 'node')} ${nodes === 1 ? 'expires' : 'expire'} ${when}: ${reason}`;
}

const ofPool = ({ nodePool }: TimelineEntry): string => `NodePool \`${nodePool}\``;

/** `2026-03-02 09:00 UTC`. */
const clock = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
