import { describe, expect, test } from 'vitest';
import type { LedgerEntry } from '../../changes/ledger/ledger.ts';
import type { Estimate } from '../../cluster/cost/estimate.ts';
import type { Disruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import type { Change } from '../../manifest/change.ts';
import type { EnvironmentReview, Review } from '../../review/context/review-data.ts';
import type { Code } from '../../text/diagnostic.ts';
import { errorWithCost, fixtures, removedNodePool } from '../fixtures.test-support.ts';
import {
  between,
  boundedSide,
  estimate,
  exactly,
  finding,
  nodeClaim,
  nodePool,
  placement,
  report,
  review,
  target,
} from '../test-support.ts';
import { firstLines, karpenterVersionText, summaryLine } from './summary-line.ts';

const fixture = (name: string): Review => fixtures.find(([one]) => one === name)![1]();
const span = { file: 'a.yaml', start: 0, end: 1 };
const one = placement([nodePool('web', [nodeClaim()])]);
const two = placement([nodePool('web', [nodeClaim(), nodeClaim()])]);
const pending = { unschedulable: [{ workload: 'Deployment/shop/cart', count: 3, reasons: [] }] };

const unknownWith = (base: typeof one, head: typeof one): Review =>
  review({
    findings: [finding({ code: 'render/unknown', severity: 'note', message: 'The change edits something else', span })],
    estimate: estimate(base, head),
  });

const placeOf = (what: string, line: number): LedgerEntry => ({
  class: 'not understood',
  what,
  reason: 'nothing reads it',
  file: 'a.yaml',
  before: [],
  after: [{ first: line, last: line }],
});
const withLedger = (from: Review, entries: readonly LedgerEntry[]): Review => ({
  ...from,
  hasEffect: true,
  ledger: { entries, counts: { modelled: 1, harmless: 0, outside: 0, 'not understood': entries.length } },
});

test('a cluster that gets another address is destroyed, which is worse than what happens to its nodes', () => {
  const broken = finding({ code: 'lint/x', severity: 'warning', message: 'Nothing fits', span });
  const destroyed = (message: string) =>
    finding({
      code: 'terraform/new-address',
      severity: 'warning',
      message,
      span,
      resource: null,
      recreates: ['cluster'],
    });
  const line = (message: string): string =>
    summaryLine(report(review({ findings: [broken, destroyed(message)], estimate: estimate(one, two) })));

  const always = 'Terraform destroys EKS cluster `demo` and creates it again';
  expect(line(always)).toMatch(/^Terraform destroys EKS cluster/);
  expect(line(`If \`local.create\` creates it, ${always}`)).toMatch(
    /^If `local.create` creates it, Terraform destroys/,
  );
});

test('nothing is destroyed by a folder that Terraform refuses', () => {
  const at = (file: string) => ({ ...span, file });
  const moved = finding({
    code: 'terraform/new-region',
    severity: 'warning',
    message: 'Terraform plans to create all resources of the provider `aws` again in `eu-west-1`',
    span: at('infra/main.tf'),
    resource: null,
  });
  const refusedIn = (folder: string) =>
    finding({
      code: 'terraform/syntax',
      severity: 'error',
      message: 'The default of `var.tags` refers to `var.name`, which Terraform refuses, and the whole folder with it',
      span: at(`${folder}/variables.tf`),
      resource: null,
      refusedRoots: [folder],
    });
  const headline = (folder: string) => summaryLine(report(review({ findings: [moved, refusedIn(folder)] })));

  expect(headline('infra')).toMatch(/^Blocked: The default of `var.tags`/);
  expect(headline('infra')).not.toContain('Terraform plans');
  expect(headline('other')).toMatch(/^Terraform plans to create all resources/);
});

test('a NodePool with another address comes before its node class, and after an error', () => {
  const destroyed = (name: string, end: string, line: number) =>
    finding({
      code: 'terraform/new-address',
      severity: 'warning',
      ...(end !== '' && { recreates: ['node-pool'] as const }),
      message: `Terraform destroys ${name} and creates it again: \`a\` becomes \`b\` without a \`moved\` block${end}`,
      span: { ...span, start: line },
      resource: null,
    });
  const nodeClass = destroyed('EC2NodeClass `default`', '', 0);
  const pool = destroyed(
    'NodePool `web`',
    '. That deletes all nodes of the NodePool, whatever the disruption budgets allow',
    1,
  );
  const error = finding({ code: 'render/x' as Code, severity: 'error', message: 'Nothing renders', span });

  expect(summaryLine(report(review({ findings: [nodeClass, pool] })))).toMatch(/^Terraform destroys NodePool `web`/);
  expect(summaryLine(report(review({ findings: [nodeClass] })))).toMatch(/^Terraform destroys EC2NodeClass/);
  expect(summaryLine(report(review({ findings: [nodeClass, pool, error] })))).toMatch(/Nothing renders/);
});

test('new NodePools come before how they are written', () => {
  const added: Change = { ...removedNodePool().changes[0]!, type: 'added', effect: 'none', fields: [] };
  const line = (code: Code, severity: 'error' | 'warning'): string => {
    const written = finding({ code, severity, message: 'Nothing pins the image', span, resource: null });
    return summaryLine(report(review({ changes: [added], findings: [written], estimate: estimate(one, one) })));
  };
  expect(line('lint/pin-ami-alias', 'warning')).toMatch(/^Adds NodePool `[^`]+`\. Nothing pins the image/);
  expect(line('lint/pin-ami-alias', 'error')).toMatch(/^(?:Blocked: )?Nothing pins the image/);
  expect(line('upgrade/path', 'warning')).toMatch(/^Nothing pins the image/);
});

test.each([
  ['This line is no pair', 'A line of `a.yaml` is no pair'],
  ['This file is encrypted', '`a.yaml` is encrypted'],
  ['`a` selects nothing', '`a` selects nothing'],
])('%s: a place has its name', (message, expected) => {
  const broken = finding({ code: 'yaml/syntax', severity: 'error', message, span, resource: null });
  expect(summaryLine(report({ ...unknownWith(one, one), findings: [broken] }))).toContain(expected);
});

test.each<[string, Review, string]>([
  [
    'an unknown effect of which all places are understood',
    withLedger(unknownWith(one, one), []),
    'No problems found. 1 node · $280/month, unchanged · simulated.',
  ],
  [
    'an unknown effect of which a place is not understood',
    withLedger(unknownWith(one, one), [placeOf('a', 1)]),
    'Part of the effect is unknown. 1 node · $280/month · simulated. plumbline cannot tell what one of the changes does: `a`.',
  ],
  [
    'a place of which it is known what it decides',
    withLedger(unknownWith(one, one), [{ ...placeOf('a', 1), decides: 'who may reach the API server' }]),
    'Part of the effect is unknown. 1 node · $280/month · simulated. plumbline does not judge one of the changes: `a` decides who may reach the API server.',
  ],
  [
    'several places of which it is known what they decide',
    withLedger(
      unknownWith(one, one),
      ['a', 'b'].map((what, i) => ({ ...placeOf(what, i + 1), decides: 'who may reach the API server' })),
    ),
    'Part of the effect is unknown. 1 node · $280/month · simulated. plumbline does not judge 2 of the changes: `a`, `b`.',
  ],
  [
    'a place of which it is known what it decides, and another one',
    withLedger(unknownWith(one, one), [
      { ...placeOf('a', 1), decides: 'who may reach the API server' },
      placeOf('b', 2),
    ]),
    'Part of the effect is unknown. 1 node · $280/month · simulated. plumbline cannot tell what 2 of the changes do: `a`, `b`.',
  ],
  [
    'several places with one name, which are counted as they are named',
    withLedger(
      unknownWith(one, one),
      ['a', 'a', 'b', 'c', 'd', 'e'].map((what, i) => placeOf(what, i + 1)),
    ),
    'Part of the effect is unknown. 1 node · $280/month · simulated. plumbline cannot tell what 5 of the changes do: `a`, `b`, `c` and 2 more.',
  ],
  ['nothing', review(), 'No problems found.'],
  [
    'a typo',
    errorWithCost(),
    'Blocked: `limit` is not a field of NodePool: the API server drops it, and `web` would have no limit at all. 1 of 1 node replaced · 1 → 2 nodes · $280 → $561/month (+$281) · simulated.',
  ],
  [
    'a deletion',
    removedNodePool(),
    'Deletes 1 node of NodePool `batch`, about 1 min, because the change removes the NodePool. 1 of 2 nodes deleted · 2 → 1 node · $342 → $280/month (−$62) · simulated.',
  ],
  ['unchanged', fixture('clean-pass'), 'No problems found. 1 node · $280/month, unchanged · simulated.'],
  [
    'an effect that is partly unknown',
    unknownWith(one, one),
    'Part of the effect is unknown. 1 node · $280/month · simulated.',
  ],
  [
    'an unknown effect and a cost',
    unknownWith(one, two),
    'Part of the effect is unknown. 1 → 2 nodes · $280 → $561/month (+$281) · simulated.',
  ],
  [
    'a range',
    fixture('ranges-from-autoscaler'),
    'NodePool `web` has no limits: an autoscaler could grow it without end. 1 → 2 nodes (1–4) · $280 → about $561/month (+$281, range $0 to +$841) · simulated.',
  ],
  [
    'no base',
    review({ hasBase: false, estimate: estimate(null, two) }),
    'No problems found. 2 nodes · $561/month · simulated.',
  ],
  [
    'figures without rules',
    review({ hasBase: false, isUnchecked: true, estimate: estimate(null, two) }),
    '2 nodes · $561/month · simulated.',
  ],
  ['neither rules nor figures', review({ hasBase: false, isUnchecked: true }), 'Not checked for mistakes.'],
  [
    'figures that were left out on request',
    review({ hasBase: false, isUnsimulated: true }),
    'No problems found. Nodes and cost were not simulated, so limits of `gate` on cost and unschedulable pods were not checked.',
  ],
  [
    'an unknown cost',
    review({ estimate: estimate(one, { ...two, monthlyUsd: exactly(null) }) }),
    'Needs 1 more node, at unknown cost. 1 → 2 nodes · cost unknown · simulated.',
  ],
])('%s', (_, from, expected) => expect(summaryLine(report(from))).toBe(expected));

describe('an outage', () => {
  test('is never a saving', () => {
    const line = summaryLine(report(review({ estimate: estimate(two, placement(one.nodePools, pending)) })));
    expect(line).toBe(
      '3 pods of `shop/cart` become unschedulable. 3 pods unschedulable · 2 → 1 node · $561 → $280/month, because pods have no node · simulated.',
    );
  });

  test('that blocks the change is mentioned once, as a number of pods', () => {
    const findings = ['cart', 'till'].map((name) =>
      finding({
        code: 'provisioning/pod-unschedulable',
        message: `2 of 2 pods of \`Deployment/shop/${name}\` cannot be placed on any node`,
        resource: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name },
        span,
      }),
    );
    const line = summaryLine(report(review({ findings, estimate: estimate(one, placement(one.nodePools, pending)) })));
    expect(line).toBe(
      'Blocked: 3 pods of `shop/cart` become unschedulable. 3 pods unschedulable · 1 node · $280/month · simulated.',
    );
  });
});

test('bounds are words', () => {
  const atMost = boundedSide(two, 'atMost');
  const atLeast = boundedSide(one, 'atLeast');
  const line = (base: typeof one, head: typeof one) => summaryLine(report(review({ estimate: estimate(base, head) })));
  expect(line(one, atMost)).toBe(
    'Needs at most 1 more node: at most +$281/month. 1 → at most 2 nodes · $280 → at most $561/month (at most +$281) · simulated.',
  );
  expect(line(atLeast, two)).toBe(
    'Needs at most 1 more node: at most +$281/month. At least 1 → 2 nodes · at least $280 → $561/month (at most +$281) · simulated.',
  );
  expect(line(boundedSide(one, 'atMost'), atMost)).toBe(
    'Needs about 1 more node: +$281/month. At most 1 → at most 2 nodes · at most $280 → at most $561/month (about +$281) · simulated.',
  );
});

test('a cost of which a part is not counted is not called unchanged', () => {
  const atLeast = boundedSide(one, 'atLeast');
  expect(summaryLine(report(review({ estimate: estimate(atLeast, atLeast) })))).toBe(
    'No problems found. At least 1 node · at least $280/month · simulated.',
  );
});

test('findings that existed before are not mentioned', () => {
  const findings = [finding({ code: 'lint/x' as Code, span }, false)];
  expect(summaryLine(report(review({ findings })))).toBe('No problems found.');
});

test.each<[readonly number[], string]>([
  [[1, 1], 'Replaces 2 nodes of NodePool `web`, one at a time, about 2–4 min'],
  [[3, 3, 2], 'Replaces 8 nodes of NodePool `web`, 3 at a time, about 2–4 min'],
  [[3, 1, 2], 'Replaces 6 nodes of NodePool `web`, in 3 waves, about 2–4 min'],
  [[2, 0], 'Replaces 2 nodes of NodePool `web`, about 2–4 min; 2 more nodes cannot be disrupted'],
  [[0], '4 nodes of NodePool `web` must be replaced, but Karpenter cannot disrupt them'],
])('waves of %j', (sizes, expected) => {
  const { disruption } = errorWithCost();
  const nodesReplaced = sizes.reduce((sum, size) => sum + size, 0);
  const nodesHeld = sizes.includes(0) ? 4 - nodesReplaced : 0;
  const waves = sizes.map((nodes) => ({ nodes, reason: 'budget' }));
  const nodePools = disruption.nodePools.map((pool) => ({ ...pool, nodesReplaced, nodesHeld, waves }));
  expect(summaryLine(report(review({ disruption: { ...disruption, nodePools } })))).toMatch(
    new RegExp(`^${expected}\\.`),
  );
});

test.each([
  [0.384, 0.4, '1 node · $280 → $292/month (+$12)'],
  [0.4, 0.384, '1 node · $292 → $280/month (−$12)'],
])('another instance type: %d to %d', (before, after, expected) => {
  const side = (hourlyUsd: number) =>
    placement([nodePool('web', [nodeClaim({ hourlyUsd, lowestHourlyUsd: hourlyUsd, highestHourlyUsd: hourlyUsd })])]);
  expect(summaryLine(report(review({ estimate: estimate(side(before), side(after)) })))).toContain(`${expected} `);
});

describe('a harmless change of a NodePool', () => {
  const [change] = errorWithCost().changes.map((one) => ({ ...one, effect: 'none' as const }));
  const line = (over: Partial<Review>) => summaryLine(report(review({ changes: [change!], ...over })));

  test('replaces no nodes', () => {
    expect(line({ estimate: estimate(one, one) })).toBe(
      'Changes `labels.team` and `node.kubernetes.io/instance-type` of NodePool `web`. No nodes are replaced. 1 node · $280/month, unchanged · simulated.',
    );
  });

  test('may still lead to different nodes', () => {
    expect(line({ estimate: estimate(one, two) })).toBe(
      'Needs 1 more node: +$281/month. Changes `labels.team` and `node.kubernetes.io/instance-type` of NodePool `web`. 1 → 2 nodes · $280 → $561/month (+$281) · simulated.',
    );
  });

  test('may have the same cost only in the likely case', () => {
    const high = { ...one, monthlyUsd: between(280.32, 280.32, 560.64) };
    expect(line({ estimate: estimate(one, high) })).toContain(
      'No nodes are replaced. 1 node · about $280/month, likely unchanged ($0 to +$280) · simulated.',
    );
  });
});

test.each([
  [undefined, '1.14', '1.14'],
  ['0.27', '0.32', '0.27 (older than plumbline knows, checked as 0.32)'],
  ['1.99', '1.15', '1.99 (newer than plumbline knows, checked as 1.15)'],
])('a named version of %s that is checked as %s', (namedKarpenterVersion, karpenterVersion, text) => {
  const named = namedKarpenterVersion === undefined ? {} : { namedKarpenterVersion };
  expect(karpenterVersionText({ ...target, karpenterVersion, ...named })).toBe(text);
});

describe('if nothing is wrong', () => {
  const note = (code: Code, message: string) => finding({ code, severity: 'note', message, span, resource: null });
  const notes = [
    note('lint/auto-mode-pools', 'The change turns on the built-in NodePool `system`'),
    note('lint/open-generation', 'NodePool `web` allows old instance types'),
  ];

  test('the first note comes first', () => {
    expect(summaryLine(report(review({ findings: notes, hasEffect: true })))).toContain(
      'The change turns on the built-in NodePool `system` (and 1 more note).',
    );
  });

  test('the notes of a whole repository are counted', () => {
    const [line = ''] = summaryLine(report(review({ hasBase: false, findings: notes }))).split('. ');
    expect(line).toContain('No problems found, only 2 notes');
  });

  test('the first place that is read is named if no object changes', () => {
    const entry: LedgerEntry = { ...placeOf('Namespace shop metadata.labels', 6), class: 'modelled' };
    const counts = { modelled: 1, harmless: 0, outside: 0, 'not understood': 0 };
    const from = review({ hasEffect: true, ledger: { entries: [entry], counts } });
    expect(summaryLine(report(from))).toContain('Changes `Namespace shop metadata.labels`. No problems found.');
  });
});

test('what restarted pods cost because of their packing has both sides, and says why', () => {
  const between = estimate(one, two);
  const shown = summaryLine(report(review({ estimate: { ...between, isRepacked: true } })));
  expect(shown).toContain('1 → 2 nodes · $280 → $561/month (+$281, because restarted pods are packed in another way)');
  expect(shown).not.toContain('Needs');

  const decided = summaryLine(report(review({ estimate: between })));
  expect(decided).toContain('+$281');
  expect(decided).not.toContain('packed');
});

test('a lower bound of restarted pods is one on both sides', () => {
  const between = estimate(one, two);
  const lowerBound = <Side extends Estimate['head']>(side: Side): Side => ({
    ...side,
    nodes: { ...side!.nodes, certainty: 'atLeast', low: 1 },
    monthlyUsd: { ...side!.monthlyUsd, certainty: 'atLeast', low: 100 },
  });
  const bounded = {
    ...between,
    base: lowerBound(between.base),
    head: lowerBound(between.head),
    isRepacked: true as const,
  };

  const shown = summaryLine(report(review({ estimate: bounded })));
  expect(shown).toContain('At least 1 → at least 2 nodes · at least $280 → at least $561/month');
});

test('pods that fit nowhere once their node is gone follow those that fit nowhere now, and their reason is there once', () => {
  const plain = '`limits.cpu` leaves no room for another node';
  const pods = (name: string, count: number) => ({
    workload: `Deployment/shop/${name}`,
    count,
    reasons: [{ nodePool: 'web', reason: '', plain, because: 'limits' as const }],
  });
  const head = { ...one, unschedulable: [pods('api', 1)], unschedulableLater: [pods('cart', 10)] };
  const resource = { apiVersion: 'karpenter.sh/v1', kind: 'NodePool', name: 'web' };
  const limit = finding({
    code: 'provisioning/limit-reached',
    severity: 'warning',
    message: 'The limits of NodePool `web` leave no room for 1 pod',
    span,
    resource,
  });
  const pending = finding({
    code: 'provisioning/pod-unschedulable',
    message: '1 of 6 pods of `Deployment/shop/api` is unschedulable',
    span,
    because: [{ nodePool: 'web', kind: 'limits' }],
    resource: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'api' },
  });
  const lines = firstLines(report(review({ estimate: estimate(one, head), findings: [limit, pending] })));
  expect(lines.headline.join('. ')).toContain(
    '1 pod of `shop/api` becomes unschedulable: `limits.cpu` of NodePool `web` leaves no room for another node; 10 more pods fit none once their node is gone',
  );
  expect([...lines.headline, ...lines.also].join('. ')).not.toContain('leave no room for 1 pod');
});

test('a cluster that Terraform destroys has no nodes left', () => {
  const destroyed = finding({
    code: 'terraform/replaces-cluster',
    message: 'Terraform destroys the EKS cluster `a` with all of its nodes',
    span,
    resource: null,
    destroysCluster: 'replaced',
  });
  expect(summaryLine(report(review({ findings: [destroyed], estimate: estimate(two, two) })))).toContain(
    'All 2 nodes destroyed.',
  );
});

/** A forecast that replaces both nodes of the NodePool. */
const replacing: Disruption = {
  ...review().disruption,
  nodePools: [
    {
      name: 'web',
      effect: 'all-nodes',
      nodesReplaced: 2,
      nodesHeld: 0,
      nodeClass: null,
      waves: [],
      duration: null,
      reasons: [],
      hash: { base: null, head: null },
    },
  ],
};

test('nodes of which only some are counted are at least so many', () => {
  const [pool] = replacing.nodePools;
  const of = (nodesReplaced: number | null) => ({ ...pool!, name: `web-${nodesReplaced}`, nodesReplaced });
  const lineOf = (...counts: (number | null)[]) =>
    firstLines(
      report(review({ disruption: { ...replacing, nodePools: counts.map(of) }, estimate: estimate(two, two) })),
    ).figures[0]?.parts[0];

  expect(lineOf(1, null)).toBe('at least 1 of 2 nodes replaced');
  expect(lineOf(null)).toBe('nodes replaced: number unknown');
  expect(lineOf(2)).toBe('2 of 2 nodes replaced');
});

test('nodes that may be fewer before the change are not at least the likely number', () => {
  const [pool] = replacing.nodePools;
  const lineOf = (low: number) => {
    const web = { ...nodePool('web', [nodeClaim(), nodeClaim()]), nodes: { ...exactly(2), low } };
    const base = boundedSide(placement([web]), 'atLeast');
    const disruption = { ...replacing, nodePools: [{ ...pool!, name: 'web', nodesReplaced: 2 }] };
    return summaryLine(report(review({ disruption, estimate: estimate(base, base) })));
  };

  expect(lineOf(2)).toMatch(/^Replaces at least 2 nodes of NodePool `web`.* At least 2 nodes replaced/);
  expect(lineOf(1)).toMatch(/^Replaces at least 1 node of NodePool `web`.* At least 1 node replaced/);
  expect(lineOf(0)).toMatch(/^Replaces about 2 nodes of NodePool `web`.* About 2 nodes replaced/);
});

const environment = (name: string, over: Partial<EnvironmentReview> = {}): EnvironmentReview => ({
  name,
  target,
  accounts: [],
  isInferred: false,
  isMain: false,
  changedObjects: 1,
  estimate: estimate(two, two),
  disruption: review().disruption,
  ...over,
});

const headlineOf = (from: Review): readonly string[] => firstLines(report(from)).headline;

describe('the headline', () => {
  const outage = (cluster?: string) =>
    finding({
      code: 'disruption/replicas-together',
      severity: 'warning',
      message: '3 of 3 pods of `Deployment/shop/cart` stop at the same time: they run on one node',
      span,
      ...(cluster !== undefined && { cluster }),
    });
  const replaced = 'Replaces 2 nodes of NodePool `web`';
  const stopped = '3 of 3 pods of `Deployment/shop/cart` stop at the same time';

  test('names the service that stops while its nodes are replaced', () => {
    const from = { disruption: replacing, estimate: estimate(two, two) };
    expect(headlineOf(review({ ...from, findings: [outage()] }))).toEqual([replaced, stopped]);
    expect(headlineOf(review(from))).toEqual([replaced]);
  });

  test('has a version that Karpenter does not support before the nodes that are replaced', () => {
    const unsupported = finding({
      code: 'upgrade/compatibility',
      severity: 'warning',
      message: 'Karpenter 1.12 does not support Kubernetes 1.36, which needs Karpenter 1.13 or later',
      span,
      resource: null,
    });
    const from = { disruption: replacing, estimate: estimate(two, two), findings: [outage(), unsupported] };
    expect(headlineOf(review(from))).toEqual([unsupported.diagnostic.message]);
  });

  test('names no service of another cluster after the nodes of production', () => {
    const prod = environment('prod', { isMain: true, disruption: replacing });
    const dev = environment('dev', { disruption: replacing });
    const headlineWith = (cluster: string) =>
      headlineOf(
        review({
          environments: [dev, prod],
          disruption: replacing,
          estimate: prod.estimate,
          findings: [outage(cluster)],
        }),
      );
    expect(headlineWith('prod')).toEqual([`${replaced} in prod`, `${stopped} in prod`]);
    expect(headlineWith('dev')).toEqual([`${replaced} in prod`]);
  });

  const headlineWith = (
    after: typeof one,
    { findings, disruption }: Partial<Pick<Review, 'findings' | 'disruption'>>,
  ) =>
    headlineOf(
      review({
        environments: [
          environment('dev', { disruption: disruption ?? review().disruption }),
          environment('prod', { isMain: true, estimate: estimate(one, after) }),
        ],
        estimate: estimate(one, after),
        findings: findings ?? [],
      }),
    ).join('. ');
  const warning = (cluster: string) =>
    finding({ code: 'lint/x', severity: 'warning', message: 'Nothing scales `cart`', span, cluster });

  test('says what production needs before a warning that is only about another cluster', () => {
    expect(headlineWith(two, { findings: [warning('dev')] })).toMatch(
      /^Needs 1 more node in prod: \+\$281\/month\. Nothing scales `cart` .*in dev\)$/,
    );
    expect(headlineWith(one, { findings: [warning('dev')] })).toMatch(/^Nothing scales `cart`/);
    expect(headlineWith(two, { findings: [warning('prod')] })).toMatch(/^Nothing scales `cart`/);
  });

  test('says what production needs before the nodes of another cluster', () => {
    expect(headlineWith(two, { disruption: replacing })).toBe(
      `Needs 1 more node in prod: +$281/month. ${replaced} in dev`,
    );
    expect(headlineWith(one, { disruption: replacing })).toBe(`${replaced} in dev`);
  });
});

describe('pods that fit nowhere in several clusters', () => {
  const without = (workload: string, old: { readonly oldPods?: number } = {}) =>
    placement([], { unschedulable: [{ workload, count: 1, reasons: [], ...old }] });
  const inBoth = (ofStaging: string, ofProduction: string): Review => {
    const staging = environment('staging', { estimate: estimate(one, without(ofStaging)) });
    const production = environment('production', {
      isMain: true,
      estimate: estimate(one, without(ofProduction, { oldPods: 2 })),
    });
    return review({ environments: [staging, production], estimate: production.estimate });
  };

  test.each([
    [
      'of one workload are those of production, although none runs in the other cluster',
      'search',
      /^1 new pod of `data\/search` cannot be scheduled in production/,
    ],
    ['of several workloads are the worst ones', 'cart', /^1 pod of `data\/cart` becomes unschedulable in staging/],
  ])('%s', (_, ofStaging, expected) => {
    const [headline] = headlineOf(inBoth(`Deployment/data/${ofStaging}`, 'Deployment/data/search'));
    expect(headline).toMatch(expected);
  });
});

describe('what is wrong in several files', () => {
  const inFile = (file: string, message: string, over: object = {}) =>
    finding({ severity: 'error', code: 'lint/x', message, span: { file, start: 0, end: 1 }, resource: null, ...over });
  const lineOf = (findings: ReturnType<typeof inFile>[]): string =>
    summaryLine(
      report(review({ findings, texts: new Map(['a.yaml', 'b.yaml', 'c.yaml'].map((file) => [file, 'x'])) })),
    );

  test('has the names of the files, and not their number', () => {
    const all = ['a.yaml', 'b.yaml', 'c.yaml'];
    expect(lineOf(all.map((file) => inFile(file, 'The text is not valid YAML')))).toContain(
      'The text is not valid YAML (`a.yaml`, `b.yaml` and 1 more)',
    );
    expect(lineOf(all.map((file) => inFile(file, 'This line is not valid YAML')))).toContain(
      'A line of `a.yaml` is not valid YAML; the same holds for `b.yaml`, `c.yaml`',
    );
  });

  test('is about its object, of which files say nothing', () => {
    const resource = { apiVersion: 'karpenter.sh/v1', kind: 'NodePool', name: 'web' };
    const line = lineOf(['a.yaml', 'b.yaml'].map((file) => inFile(file, 'NodePool `web` has no limits', { resource })));
    expect(line).toContain('NodePool `web` has no limits');
    expect(line).not.toContain('files');
  });
});
