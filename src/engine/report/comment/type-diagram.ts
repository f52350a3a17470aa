import type { Estimate, Placement } from '../../cost/estimate.ts';
import { plural } from '../../plural.ts';
import { nodeClaimsOf, typeCounts } from '../wording/placed-nodes.ts';
import { mermaidBlock, mermaidName } from './mermaid.ts';

/** Types that have bars. */
const maxTypes = 8;
const barHeight = 22;
const frameHeight = 90;

interface TypeChange {
  readonly what: string;
  readonly before: number;
  readonly after: number;
}

/** How many nodes of each type there were and become, as bars; nothing where fewer than two types change. */
export function typeDiagram({ base, head }: Estimate): string[] {
  if (!base || !head) return [];
  const changes = typeChanges(base, head);
  // One type is a figure, and the table has it.
  if (changes.length < 2) return [];
  const rest = changes.length - maxTypes;
  return [
    ...mermaidBlock(chart(changes.slice(0, maxTypes))),
    ...(rest > 0 ? ['', `… and ${plural(rest, 'more type')}.`] : []),
    '',
  ];
}

function typeChanges(base: Placement, head: Placement): TypeChange[] {
  const [before, after] = [base, head].map((side) => countsOf(side)) as [Map<string, number>, Map<string, number>];
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names
    .map((what) => ({ what, before: before.get(what) ?? 0, after: after.get(what) ?? 0 }))
    .filter((one) => one.before !== one.after)
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
}

function countsOf(side: Placement): Map<string, number> {
  const counts = typeCounts(nodeClaimsOf(side)).map(({ what, capacityType, count }) => {
    const capacity = capacityType === 'on-demand' ? '' : ` ${mermaidName(capacityType, 12)}`;
    return [`${mermaidName(what, 24)}${capacity}`, count] as const;
  });
  return counts.reduce(
    (sums, [name, count]) => sums.set(name, (sums.get(name) ?? 0) + count),
    new Map<string, number>(),
  );
}

/** A bar for each side that has the type: Mermaid draws a stub where there is none. */
function chart(changes: readonly TypeChange[]): string[] {
  const bars = changes.flatMap(({ what, before, after }) =>
    [
      { title: `${what}, before`, nodes: before },
      { title: `${what}, after`, nodes: after },
    ].filter(({ nodes }) => nodes > 0),
  );
  const most = Math.max(...bars.map(({ nodes }) => nodes));
  const theme = '"backgroundColor": "#00000000", "plotColorPalette": "#2f81f7"';
  return [
    `%%{init: {"xyChart": {"width": 640, "height": ${frameHeight + bars.length * barHeight}}, "themeVariables": {"xyChart": {${theme}}}}}%%`,
    'xychart-beta horizontal',
    `  x-axis [${bars.map(({ title }) => `"${title}"`).join(', ')}]`,
    `  y-axis "nodes" 0 --> ${most}`,
    `  bar [${bars.map(({ nodes }) => nodes).join(', ')}]`,
  ];
}
