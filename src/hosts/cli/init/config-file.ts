import { plainName } from '../../../engine/text/escape.ts';
import type { Answers, PlannedFile, ReviewAnswers } from './init-answers.ts';
import type { ScannedRepository } from './repository-scan.ts';
import { quoted } from './workflows.ts';

/** plumbline.yaml for reviews: what the repository shows, and what it does not show to fill in. */
export const reviewConfig = ({ found }: ReviewAnswers): PlannedFile =>
  file([...head, ...regionLines(found), ...karpenterLines(found), ...environmentLines(found)]);

/** plumbline.yaml with an environment that changes are applied to, and its gate. */
export function environmentConfig({ environment, cluster, found }: Answers): PlannedFile {
  // Of a single environment every folder is its own: one that a later change adds must not be left out of the plan.
  const { [environment]: folders = [], ...others } = found.environments;
  return file([
    ...head,
    ...(cluster ? [] : regionLines(found)),
    ...karpenterLines(found),
    'environments:',
    `  ${quoted(environment)}:`,
    `    paths: ${list(folders)}${folders.length === 0 ? ' # every folder' : ''}`,
    ...(cluster
      ? [
          `    clusterArn: ${cluster.arn}`,
          `    roleArn: ${cluster.roleArn}`,
          `    allowedAccountIds: [${cluster.allowedAccountIds.map((id) => `'${id}'`).join(', ')}]`,
        ]
      : ['    # The secret PLUMBLINE_KUBECONFIG of the environment leads to the cluster.']),
    ...entries(others),
    'gate:',
    '  approvals: 1 # of exactly this plan, by a person who is neither the author nor the last to push',
  ]);
}

const file = (lines: readonly string[]): PlannedFile => ({ path: 'plumbline.yaml', text: `${lines.join('\n')}\n` });

const head = [
  '# plumbline reads this file from the base branch: a pull request cannot relax it for itself.',
  '# docs/options.md of plumbline lists every key.',
  'failOn: error',
];

function regionLines({ target, environments }: ScannedRepository): string[] {
  const { region, regionSource, isRegionAssumed } = target;
  // Each environment has the region that its own files name.
  if (Object.keys(environments).length > 0) return [];
  if (!isRegionAssumed) return [`region: ${region} # ${plainName(regionSource)}`];
  const why =
    regionSource === 'assumed: no file names one' ? 'No file names one' : regionSource.replace('assumed: ', '');
  return [`# region: ${region} # ${plainName(why)}. Set yours: prices and instance types depend on it.`];
}

/** A version that files name is not repeated: a change of it would no longer count as an upgrade. */
function karpenterLines({ target }: ScannedRepository): string[] {
  const { karpenterVersion, karpenterVersionSource, isKarpenterAssumed } = target;
  if (!isKarpenterAssumed) return [`# Karpenter ${karpenterVersion}: ${plainName(karpenterVersionSource)}`];
  return [
    `# karpenter: { version: '${karpenterVersion}' } # No single version found. Set yours: fields and rules depend on it.`,
  ];
}

function environmentLines({ environments }: ScannedRepository): string[] {
  if (Object.keys(environments).length === 0) return [];
  return [
    '# Found by the names of folders. Each environment has its own region, versions and figures.',
    'environments:',
    ...entries(environments),
  ];
}

const entries = (environments: ScannedRepository['environments']): string[] =>
  Object.entries(environments).map(([name, paths]) => `  ${quoted(name)}: { paths: ${list(paths)} }`);

const list = (paths: readonly string[]): string => `[${paths.map(quoted).join(', ')}]`;
