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
    rows.map((row) => [
      { content: named(row.name, 120) },
      { content: `${row.restarted} of ${row.replicas}`, sort: row.restarted },
      {
        content: row.worst.available === null ? 'unknown' : String(row.worst.available),
        sort: row.worst.available ?? 0,
      },
      { content: timeText(row), sort: row.from?.high ?? Number.MAX_SAFE_INTEGER },
      textCell(row.heldBy.join(', ') || 'nothing'),
    ]),
  );
}

/** Pods that a rollout replaces have no time here: it depends on how long they take to get ready. */
const timeText = ({ from, until }: WorkloadDisruption): string => {
  if (from === null || until === null) return 'unknown';
  return `${clock(from.high)}–${clock(until.high)}`;
};
