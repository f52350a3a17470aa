import type { Disruption, WorkloadDisruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import { type Markup, named, none } from './nodes/markup.ts';
import { table, textCell } from './table.ts';
import { clock } from './wave-chart.ts';

/** The workloads whose pods restart: how many, how many run at the worst moment, from when to when, and what holds them back. */
export function restartTable({ workloads }: Disruption): Markup {
  const rows = (workloads ?? []).filter(({ restarted, heldBy }) => restarted > 0 || heldBy.length > 0);
  if (rows.length === 0) return none;

  return table(
    'Workloads whose pods restart. Pods that only stop, because the workload gets fewer replicas, are not counted.',
    [
      { title: 'Workload' },
      { title: 'Pods that restart', isFigure: true },
      { title: 'Fewest running', isFigure: true },
      { title: 'Time (h:mm)', isFigure: true },
      { title: 'Held back by' },
    ],
    rows.map((one) => [
      { content: named(one.name, 120) },
      { content: `${one.restarted} of ${one.replicas}`, sort: one.restarted },
      {
        content: one.worst.available === null ? 'unknown' : String(one.worst.available),
        sort: one.worst.available ?? 0,
      },
      { content: timeText(one), sort: one.from?.high ?? Number.MAX_SAFE_INTEGER },
      textCell(one.heldBy.join(', ') || 'nothing'),
    ]),
  );
}

/** Pods that a rollout replaces have no time here: it depends on how long they take to get ready. */
const timeText = ({ from, until }: WorkloadDisruption): string =>
  from === null || until === null ? 'unknown' : `${clock(from.high)}–${clock(until.high)}`;
