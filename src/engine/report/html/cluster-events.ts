import type { Disruption, NodePoolDisruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import { concernsNodes, heldNodesText, isAllHeld } from '../../cluster/disruption/node-counts.ts';
import type { Review } from '../../review/context/review-data.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { textIf } from '../../text/words/text-if.ts';
import { peakLine } from '../rollout/peak-line.ts';
import { durationText } from '../values/duration-text.ts';
import { timelineLines } from '../wording/timeline-lines.ts';
import { isWorthDrawing, timelinesOf } from '../wording/wave-timeline.ts';
import { fullSentence, type Markup, markup, named, none } from './nodes/markup.ts';
import { restartTable } from './restart-table.ts';
import { waveChart } from './wave-chart.ts';

/** Waves of one NodePool that are drawn one by one; later ones are one block. */
const maxBlocks = 40;

/** What happens to running nodes: the waves on one time axis, each NodePool in words, and the workloads whose pods restart. */
export function clusterEvents({ disruption, estimate }: Review): Markup {
  const timelines = timelinesOf(disruption, maxBlocks);
  const lines = [...peakLine(estimate), ...timelineLines(disruption)];
  const pools = disruption.nodePools.map(inWords);

  const chart = isWorthDrawing(timelines) ? waveChart(timelines) : none;

  return markup`${chart}${pools}${otherLines(lines)}${restartTable(disruption)}`;
}

function otherLines(lines: readonly string[]): Markup {
  if (lines.length === 0) return none;

  return markup`<section class="pool"><h3>Also</h3>
<ul>${lines.map((line) => markup`<li>${fullSentence(line)}</li>`)}</ul></section>
`;
}

const isDisrupted = ({ effect }: Disruption['nodePools'][number]): boolean =>
  effect !== 'none' && effect !== 'new-nodes';

function inWords(pool: NodePoolDisruption): Markup {
  if (!isDisrupted(pool)) return none;

  const { name, effect, waves, duration, reasons } = pool;
  const going = waves.filter(({ nodes }) => nodes > 0);
  const staying = waves.filter(({ nodes }) => nodes === 0);
  const steps = [...new Set(going.map(({ reason }) => reason))];
  const details = [...reasons, ...steps, ...staying.map(({ reason }) => reason)];

  const time = () => {
    if (duration) return markup`<p>That takes ${durationText(duration, effect === 'delete')}.</p>`;
    return none;
  };

  return markup`<section class="pool"><h3>NodePool ${named(name)}: ${countText(pool)}</h3>
${time()}<ul>${details.map((text) => markup`<li>${fullSentence(text)}</li>`)}</ul></section>
`;
}

/** `14 nodes are replaced in 5 waves`. */
function countText(pool: NodePoolDisruption): string {
  const { effect, nodesReplaced, nodesHeld, waves } = pool;
  if (!concernsNodes(pool)) return 'no running nodes known';
  if (effect === 'unknown') return 'the effect on its nodes is unknown';

  const going = waves.filter(({ nodes }) => nodes > 0).length;
  const verb = effect === 'delete' ? 'deleted' : 'replaced';
  if (isAllHeld(pool))
    return `${heldNodesText(pool)} should be ${verb}, and Karpenter cannot disrupt ${byCount(nodesHeld, 'it', 'them')}`;

  const count = nodesReplaced === null ? 'an unknown number of nodes' : plural(nodesReplaced, 'node');
  return `${count} ${byCount(nodesReplaced, 'is', 'are')} ${verb}${textIf(going > 0, ` in ${plural(going, 'wave')}`)}`;
}
