import type { Disruption, NodePoolDisruption } from '../../disruption/disruption-data.ts';
import { plural } from '../../plural.ts';
import { plainName } from '../../text/escape.ts';
import { durationText } from '../wording/duration-text.ts';
import { axisOf, isWorthDrawing, type PoolTimeline, timelinesOf } from '../wording/wave-timeline.ts';
import { type Markup, markup, named, none, sentence } from './markup.ts';

const maxBlocks = 40;
const maxPools = 60;

/** How nodes go: the waves of all NodePools on one axis of time, and each NodePool in words; nothing where none goes. */
export function waveChart(disruption: Disruption): Markup {
  const timelines = timelinesOf(disruption, maxBlocks);
  return markup`${isWorthDrawing(timelines) ? chart(timelines) : none}${disruption.nodePools.map(inWords)}`;
}

function inWords({ name, effect, nodesReplaced, waves, duration, reasons }: NodePoolDisruption): Markup {
  if (effect === 'none' || effect === 'new-nodes') return none;
  const verb = effect === 'delete' ? 'deleted' : 'replaced';
  const count = nodesReplaced === null ? 'An unknown number of nodes' : plural(nodesReplaced, 'node');
  const going = waves.filter(({ nodes }) => nodes > 0);
  const staying = waves.filter(({ nodes }) => nodes === 0);
  const steps = [...new Set(going.map(({ reason }) => reason))];
  return markup`<section><h3>NodePool ${named(name)}</h3>
<p>${nodesReplaced === 0 ? 'No such node is known to run' : `${count} ${nodesReplaced === 1 ? 'is' : 'are'} ${verb}`}${going.length > 0 ? ` in ${plural(going.length, 'wave')}` : ''}.${duration ? ` That takes ${durationText(duration, effect === 'delete')}.` : ''}</p>
<ul>${[...reasons, ...steps, ...staying.map(({ reason }) => reason)].map((text) => markup`<li>${sentence(text)}</li>`)}</ul></section>
`;
}

const width = 600;
const left = 120;
const rowHeight = 26;

/** A row a NodePool, a block a wave with the number of its nodes. */
function chart(all: readonly PoolTimeline[]): Markup {
  const timelines = all.slice(0, maxPools);
  const { minutes, tickMinutes } = axisOf(timelines);
  const x = (at: number): number => Math.round(left + (at / minutes) * (width - left - 10));
  const bottom = timelines.length * rowHeight;
  const marks = Array.from({ length: Math.floor(minutes / tickMinutes) + 1 }, (_, i) => i * tickMinutes);
  const axis = marks.map(
    (at) =>
      markup`<path class="mark" d="M${x(at)} 0v${bottom}"/><text x="${x(at)}" y="${bottom + 14}" text-anchor="middle">${clock(at)}</text>`,
  );
  const rows = timelines.map(({ name, isDeletion, blocks }, row) => {
    const drawn = blocks.map(({ from, to, nodes, first, last }) => {
      const [start, wide] = [x(from), Math.max(2, x(to) - x(from) - 1)];
      const label =
        wide > 9 * String(nodes).length
          ? markup`<text class="on" x="${start + wide / 2}" y="${row * rowHeight + 16}" text-anchor="middle">${nodes}</text>`
          : none;
      const waves = first === last ? `wave ${first}` : `waves ${first} to ${last}`;
      return markup`<rect class="${isDeletion ? 'gone' : 'wave'}" x="${start}" y="${row * rowHeight + 3}" width="${wide}" height="${rowHeight - 6}"><title>${plainName(name)}, ${waves}: ${plural(nodes, 'node')}, from ${clock(from)} to ${clock(to)}</title></rect>${label}`;
    });
    return markup`<text x="0" y="${row * rowHeight + 16}">${plainName(name, 18)}</text>${drawn}`;
  });
  const words = timelines
    .map(({ name, blocks }) => `${plainName(name)}: ${blocks.map(({ nodes }) => nodes).join(', ')}`)
    .join('; ');
  const more = all.length - timelines.length;
  return markup`<figure class="waves"><figcaption>Nodes that go in each wave, hours and minutes after Karpenter sees the change, at the slow end${more > 0 ? `; ${plural(more, 'more NodePool')} below` : ''}</figcaption>
<div class="wide" role="region" aria-label="Timeline of the waves" tabindex="0"><svg viewBox="0 0 ${width} ${bottom + 20}" role="img" aria-label="Nodes in each wave. ${words}">${axis}${rows}</svg></div></figure>
`;
}

/** Minutes as `1:05`, and days before it from one on. */
function clock(minutes: number): string {
  const days = Math.floor(minutes / (24 * 60));
  const time = `${Math.floor((minutes % (24 * 60)) / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  return days === 0 ? time : `${days} d ${time}`;
}
