import type { BadScenario } from '../../cluster/what-if/read-scenario.ts';
import type { UnknownName } from '../../cluster/what-if/what-if.ts';
import { didYouMean } from '../../text/nearest.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';

const shownNames = 5;

/** That a name in a scenario does not exist, and what to write instead. */
export function unknownNameText(unknown: UnknownName): BadScenario {
  const { what, name, several } = unknown;
  const problem = several ? `\`${name}\` matches several workloads` : `${whats[what]} \`${name}\``;
  return { problem, help: helpFor(unknown) };
}

const whats: Readonly<Record<UnknownName['what'], string>> = {
  node: 'The snapshot has no node',
  zone: 'The region has no zone',
  family: 'There is no instance family',
  workload: 'No workload matches',
};

const helps: Readonly<Record<UnknownName['what'], string>> = {
  node: 'Pass a snapshot of the cluster with `--cluster FILE`, or as `snapshot` in the configuration.',
  zone: 'Pass the region with `--region`, or set `region` in plumbline.yaml. `plumbline catalog` lists the zones of a region.',
  family: '`plumbline catalog` lists instance types.',
  workload: 'Write it as `namespace/Kind/name`, and name a path that contains it.',
};

function helpFor({ what, nearest, several }: UnknownName): string {
  const names = several?.slice(0, shownNames).map(quoted);
  if (names) return `Write one of ${names.join(', ')}${textIf(several!.length > shownNames, ', …')}.`;
  if (nearest === undefined) return helps[what];
  return didYouMean(nearest);
}
