import { plainName } from '../../../engine/text/words/escape.ts';
import { textIf } from '../../../engine/text/words/text-if.ts';
import type { Answers, PlannedFile, ReviewAnswers } from './init-answers.ts';
import type { ScannedRepository } from './repository-scan.ts';
import { yamlScalar } from './workflows.ts';

/** plumbline.yaml for reviews: what was detected in the repository, with comments for what has to be filled in. */
export const reviewConfig = ({ scan }: ReviewAnswers): PlannedFile =>
  file([...head, ...regionLines(scan), ...karpenterLines(scan), ...environmentLines(scan)]);

/** How an apply reaches the cluster of an environment. */
function accessLines(cluster: Answers['cluster']): string[] {
  if (!cluster)
    return ['    # The secret PLUMBLINE_KUBECONFIG of the GitHub environment contains the kubeconfig of the cluster.'];

  return [
    `    clusterArn: ${cluster.arn}`,
    `    roleArn: ${cluster.roleArn}`,
    `    allowedAccountIds: [${cluster.allowedAccountIds.map((id) => `'${id}'`).join(', ')}]`,
  ];
}

/** plumbline.yaml with an environment that changes are applied to, and its gate. */
export function environmentConfig({ environment, cluster, scan }: Answers): PlannedFile {
  // A single environment owns every folder, so that the plan includes folders that are added later.
  const { [environment]: folders = [], ...others } = scan.environments;
  return file([
    ...head,
    ...(cluster ? [] : regionLines(scan)),
    ...karpenterLines(scan),
    'environments:',
    `  ${yamlScalar(environment)}:`,
    `    paths: ${list(folders)}${textIf(folders.length === 0, ' # all folders')}`,
    ...accessLines(cluster),
    ...entries(others),
    'gate:',
    '  approvals: 1 # of exactly this plan, by somebody other than the author and the person who pushed last',
  ]);
}

const file = (lines: readonly string[]): PlannedFile => ({ path: 'plumbline.yaml', text: `${lines.join('\n')}\n` });

const head = [
  '# plumbline reads this file from the base branch, so a pull request cannot relax it for itself.',
  "# docs/options.md in plumbline's repository lists every key.",
  'failOn: error',
];

function regionLines({ target, environments }: ScannedRepository): string[] {
  const { region, regionSource, isRegionAssumed, isRegionDisputed = false } = target;
  // Each environment has the region that its files name.
  if ((!isRegionAssumed || isRegionDisputed) && Object.keys(environments).length > 0) return [];
  if (!isRegionAssumed) return [`region: ${region} # ${plainName(regionSource)}`];

  const why = () => {
    if (regionSource === 'assumed: no file names one') return 'No file names one';
    return regionSource.replace('assumed: ', '');
  };

  return [`# region: ${region} # ${plainName(why())}. Set yours: prices and instance types depend on it.`];
}

/** A version that files name is not repeated here. Otherwise, a change of it would no longer count as an upgrade. */
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
    '# Detected from the names of folders and files. Each environment has its own region, versions and estimate.',
    'environments:',
    ...entries(environments),
  ];
}

const entries = (environments: ScannedRepository['environments']): string[] =>
  Object.entries(environments).map(([name, paths]) => `  ${yamlScalar(name)}: { paths: ${list(paths)} }`);

const list = (paths: readonly string[]): string => `[${paths.map(yamlScalar).join(', ')}]`;
