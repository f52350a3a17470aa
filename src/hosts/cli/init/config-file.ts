import type { Answers, PlannedFile } from './answers.ts';
import { quoted } from './workflows.ts';

/** plumbline.yaml: the environment and the gate. It holds from the base of a pull request, so a change cannot excuse itself. */
export function configFile({ environment, cluster }: Answers): PlannedFile {
  const lines = [
    '# What plumbline holds changes against. It is read from the base branch: a pull request cannot relax it for itself.',
    '# Everything that may stand here: docs/options.md of plumbline.',
    'failOn: error',
    'environments:',
    `  ${quoted(environment)}:`,
    ...(cluster
      ? [
          `    clusterArn: ${cluster.arn}`,
          `    roleArn: ${cluster.roleArn}`,
          `    allowedAccountIds: [${cluster.allowedAccountIds.map((id) => `'${id}'`).join(', ')}]`,
        ]
      : [
          '    # The cluster is the one that the secret PLUMBLINE_KUBECONFIG of the environment leads to.',
          '    paths: []',
        ]),
    'gate:',
    '  approvals: 1 # of the very plan, by somebody who is neither author nor last pusher',
    '',
  ];
  return { path: 'plumbline.yaml', text: lines.join('\n') };
}
