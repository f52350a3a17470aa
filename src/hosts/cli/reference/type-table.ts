import type { Ec2Catalog } from '../../../engine/aws/catalog/ec2-catalog.ts';
import { nodeResourcesOf } from '../../../engine/aws/instance-types/node-resources.ts';
import { formatResource } from '../../../engine/karpenter/api/quantity.ts';
import { defaultKarpenterSettings } from '../../../engine/karpenter/api/settings.ts';
import { isEstimate } from '../../../engine/karpenter/cloud-provider/catalog.ts';
import { textIf } from '../../../engine/text/words/text-if.ts';
import { today } from '../../../io/today.ts';
import { PlumblineError } from '../../../shared/errors.ts';

interface Row {
  readonly cells: readonly string[];
  /** USD per hour; null if nobody knows it. */
  readonly onDemand: number | null;
}

const heading = ['type', 'arch', 'vCPU', 'memory', 'for pods: CPU', 'memory', 'on-demand', 'spot'];

/**
 * The instance types of a region that match any of the patterns, cheapest first. `*` stands for any characters. Prices are the lowest of
 * all zones in USD per hour; `~` marks estimates. Throws PlumblineError if no offered type matches.
 */
export function typeTable(catalog: Ec2Catalog, patterns: readonly string[]): string {
  const rows = catalog.names
    .filter((name) => patterns.some((pattern) => matches(name, pattern.split('*'))))
    .filter((name) => catalog.zonesOf(name).length > 0)
    .map((name) => rowOf(catalog, name))
    .sort((a, b) => (a.onDemand ?? Number.MAX_VALUE) - (b.onDemand ?? Number.MAX_VALUE));

  if (rows.length === 0)
    throw new PlumblineError('usage', `No instance type of ${catalog.region} matches ${patterns.join(', ')}`, {
      help: 'Write `*` for any characters, for example `plumbline catalog "m7g.*"`.',
    });

  const lines = [heading, ...rows.map(({ cells }) => cells)];
  const widths = heading.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)));

  const text = lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );

  return `${catalog.region}, USD/hour, ~ estimated\n\n${text.join('\n')}\n`;
}

/** Whether a name consists of these parts, in this order, with anything between them. */
function matches(name: string, [first = '', ...rest]: readonly string[]): boolean {
  if (!name.startsWith(first)) return false;

  const last = rest.pop();
  if (last === undefined) return name === first;

  let at = first.length;

  for (const part of rest) {
    const index = name.indexOf(part, at);
    if (index === -1) return false;

    at = index + part.length;
  }

  return name.length - last.length >= at && name.endsWith(last);
}

function rowOf(catalog: Ec2Catalog, name: string): Row {
  const info = catalog.type(name)!;
  const allocatable = nodeResourcesOf(catalog, name, { settings: defaultKarpenterSettings })?.allocatable;
  const cpu = allocatable?.get('cpu');
  const memory = allocatable?.get('memory');
  const onDemand = lowestPrice(catalog, name, 'on-demand');
  const spot = lowestPrice(catalog, name, 'spot');

  return {
    onDemand: onDemand?.usd ?? null,
    cells: [
      ...[name, info.architecture, String(info.vcpus), `${info.memoryMib / 1024} GiB`],
      cpu === undefined ? 'unknown' : formatResource('cpu', cpu),
      memory === undefined ? 'unknown' : `${(Math.floor(memory / 2 ** 20) / 2 ** 10).toFixed(1)} GiB`,
      ...[onDemand, spot].map((price) => price?.text ?? 'unknown'),
    ],
  };
}

function lowestPrice(
  catalog: Ec2Catalog,
  name: string,
  capacityType: 'on-demand' | 'spot',
): { readonly usd: number; readonly text: string } | undefined {
  const prices = catalog.zonesOf(name).flatMap((zone) => catalog.price(name, capacityType, zone) ?? []);
  const [lowest] = prices.sort((a, b) => a.hourlyUsd - b.hourlyUsd);
  if (lowest === undefined) return undefined;

  const mark = textIf(isEstimate(lowest, today()), '~');
  return { usd: lowest.hourlyUsd, text: `${mark}${lowest.hourlyUsd.toFixed(4)}` };
}
