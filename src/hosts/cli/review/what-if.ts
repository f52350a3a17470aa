import { didYouMean } from '../../../engine/nearest.ts';
import type { Review, WhatIf } from '../../../engine/review/review-data.ts';
import type { AskedScenario, UnknownName } from '../../../engine/what-if/what-if.ts';
import { PlumblineError } from '../../../errors.ts';
import type { Flags } from '../arguments/arguments.ts';

/** Reads the scenario that the flags describe. Throws PlumblineError('usage') if there is none, or a number is not valid. */
export function askedScenario(flags: Flags): AskedScenario {
  const asked: AskedScenario = {
    nodes: flags.texts('remove-node'),
    isWithoutSpot: flags.isOn('spot') === false,
    zones: flags.texts('no-zone'),
    families: flags.texts('no-family'),
    replicas: flags.texts('scale').map(scaled),
    growth: growthOf(flags.text('growth')),
  };
  const isAny =
    [asked.nodes, asked.zones, asked.families, asked.replicas].some((all) => all.length > 0) ||
    asked.isWithoutSpot ||
    asked.growth !== 1;
  // Other prices are a scenario, too: the whole estimate with them is the answer.
  if (!isAny)
    throw new PlumblineError('usage', '`what-if` needs something that happens', {
      help: 'For example `--no-spot`, `--no-zone us-east-1a`, `--growth 1.5`, or `--remove-node NODE --cluster FILE`.',
    });
  return asked;
}

function scaled(text: string): [workload: string, count: number] {
  const at = text.lastIndexOf('=');
  const count = Number(text.slice(at + 1));
  if (at > 0 && /^\d{1,6}$/.test(text.slice(at + 1))) return [text.slice(0, at), count];
  throw new PlumblineError('usage', `\`--scale ${text}\` has no number of replicas`, {
    help: 'Write `--scale shop/Deployment/web=10`.',
  });
}

function growthOf(text: string | undefined): number {
  if (text === undefined) return 1;
  const growth = Number(text);
  if (/^\d+(?:\.\d+)?$/.test(text) && growth >= 1 && growth <= 100) return growth;
  throw new PlumblineError('usage', `\`--growth ${text}\` is not a number from 1 to 100`, {
    help: 'Write `--growth 1.5` for half as many pods more.',
  });
}

/** The answer. Throws PlumblineError('usage') if a name does not exist or there is nothing to simulate. */
export function answerIn({ whatIf }: Review): WhatIf {
  if (whatIf === undefined || whatIf === 'unknown')
    throw new PlumblineError('usage', 'Nodes and cost are unknown here, so there is nothing to ask', {
      help: 'Name paths that contain NodePools and workloads, and a region with known prices.',
    });
  if ('whatIf' in whatIf) return whatIf.whatIf;
  throw new PlumblineError('usage', notFound(whatIf.unknownName), { help: helpFor(whatIf.unknownName) });
}

const whats: Readonly<Record<UnknownName['what'], string>> = {
  node: 'The snapshot has no node',
  zone: 'The region has no zone',
  family: 'There is no instance family',
  workload: 'No workload matches',
};

const notFound = ({ what, name, several }: UnknownName): string =>
  several ? `\`${name}\` matches several workloads` : `${whats[what]} \`${name}\``;

const shownNames = 5;

function helpFor({ what, nearest, several }: UnknownName): string {
  if (several)
    return `Write one of ${several
      .slice(0, shownNames)
      .map((name) => `\`${name}\``)
      .join(', ')}.`;
  if (nearest !== undefined) return didYouMean(nearest);
  if (what === 'node') return 'Pass a snapshot of the cluster with `--cluster FILE`.';
  return what === 'workload'
    ? 'Write it as `namespace/Kind/name`, and name a path that contains it.'
    : '`plumbline catalog` lists instance types, zones and prices.';
}
