import type { Judgement } from './judgement.ts';
import { findingCounts } from './judgement.ts';

/** Errors and warnings about outages, capacity, addresses and upgrades. Others are about a mistake in one object. */
const operations: readonly string[] = [
  'disruption/consolidates-less',
  'disruption/consolidates-more',
  'disruption/expiry-in-window',
  'disruption/expiry-stampede',
  'disruption/no-targets',
  'disruption/replicas-together',
  'disruption/rollout-held',
  'disruption/single-replica',
  'disruption/unprotected-replicas',
  'lint/bad-release',
  'lint/blocking-pdb',
  'lint/budget-gaps',
  'lint/empty-reserved-nodes',
  'lint/expiry-blocked',
  'lint/frozen-nodes',
  'lint/full-reservations',
  'lint/idle-reservations',
  'lint/interrupted-jobs',
  'lint/node-access',
  'lint/pods-and-addresses',
  'provisioning/addresses',
  'provisioning/daemonset-room',
  'provisioning/daemonset-share',
  'provisioning/limit-reached',
  'provisioning/one-node',
  'provisioning/vcpu-quota',
  'provisioning/volume-zone',
  'upgrade/bad-release',
  'upgrade/choice',
  'upgrade/compatibility',
  'upgrade/path',
  'upgrade/settings',
];

/** A table of these findings by code: true, false and debatable ones. */
export function operationsTable(judgements: readonly Judgement[]): string {
  const rows = operations.map((code) => ({
    code,
    ...findingCounts(judgements, (key) => key.startsWith(`${code} `)),
  }));
  const total = findingCounts(judgements, (key) => operations.some((code) => key.startsWith(`${code} `)));
  const isFound = ({ right, wrong, debatable }: typeof total): boolean => right + wrong + debatable > 0;
  const row = (what: string, { right, wrong, debatable }: typeof total): string =>
    `| ${what} | ${right} | ${wrong} | ${debatable} |`;
  const silent = rows.filter((operation) => !isFound(operation)).map(({ code }) => `\`${code}\``);
  return [
    '| Finding | True | False | Debatable |',
    '| --- | ---: | ---: | ---: |',
    ...rows.filter(isFound).map((operation) => row(`\`${operation.code}\``, operation)),
    row('All', total),
    ...(silent.length === 0 ? [] : ['', `Not reported in any of them: ${silent.join(', ')}.`]),
  ].join('\n');
}
