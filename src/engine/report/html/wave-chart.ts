import type { NodePoolDisruption } from '../../disruption/disruption.ts';
import { durationText } from '../duration-text.ts';
import { plural } from '../figures.ts';
import { type Markup, markup, named, none, sentence } from './markup.ts';

const maxBars = 40;
const height = 60;

/** How the nodes of a NodePool go, wave by wave, as bars and in words; nothing where none goes. */
export function waveChart({ name, effect, nodesReplaced, waves, duration, reasons }: NodePoolDisruption): Markup {
  if (effect === 'none' || effect === 'new-nodes') return none;
  const verb = effect === 'delete' ? 'deleted' : 'replaced';
  const count = nodesReplaced === null ? 'An unknown number of nodes' : plural(nodesReplaced, 'node');
  const going = waves.filter(({ nodes }) => nodes > 0);
  const staying = waves.filter(({ nodes }) => nodes === 0);
  const steps = [...new Set(going.map(({ reason }) => reason))];
  return markup`<section class="waves"><h3>NodePool ${named(name)}</h3>
<p>${count} ${nodesReplaced === 1 ? 'is' : 'are'} ${verb}${going.length > 0 ? ` in ${plural(going.length, 'wave')}` : ''}.${duration ? ` That takes ${durationText(duration, effect === 'delete')}.` : ''}</p>
${going.length > 1 ? bars(going) : none}<ul>${[...reasons, ...steps, ...staying.map(({ reason }) => reason)].map((text) => markup`<li>${sentence(text)}</li>`)}</ul></section>
`;
}

function bars(waves: NodePoolDisruption['waves']): Markup {
  const shown = waves.slice(0, maxBars);
  const most = Math.max(...shown.map(({ nodes }) => nodes));
  const width = 100 / shown.length;
  const drawn = shown.map(({ nodes }, i) => {
    const tall = Math.max(2, Math.round((nodes / most) * height));
    const x = Math.round(i * width * 10) / 10;
    const label = shown.length <= 20 ? markup`<text x="${x * 4}" y="${height - tall + 10}">${nodes}</text>` : none;
    return markup`<rect class="wave" x="${x * 4}" y="${height - tall + 14}" width="${Math.round(width * 32) / 10}" height="${tall}"/>${label}`;
  });
  const sizes = shown.map(({ nodes }) => nodes).join(', ');
  return markup`<svg viewBox="0 0 400 ${height + 16}" role="img" aria-label="Nodes in each wave: ${sizes}">${drawn}</svg>
`;
}
