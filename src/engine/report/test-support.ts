import type {
  Estimate,
  LaunchableNodePool,
  PlacedNodeClaim,
  PlacedNodePool,
  Placement,
} from '../cluster/cost/estimate.ts';
import {
  costFigure,
  type Figure,
  type FigureReason,
  type Knowledge,
  knowledgeOfDifference,
  monthlyFigure,
  nodesFigure,
} from '../cluster/cost/knowledge.ts';
import type { Change } from '../manifest/change.ts';
import type { Finding } from '../review/context/finding.ts';
import type { Review, ReviewedTarget } from '../review/context/review-data.ts';
import { gate } from '../review/gate/gate.ts';
import type { Policy } from '../review/gate/policy.ts';
import type { Code, Diagnostic, ResourceRef, Severity } from '../text/diagnostic.ts';
import { hoursPerMonth, type Range, rangeOf } from '../text/range.ts';
import type { Span } from '../text/source.ts';
import type { Report } from './values/report.ts';

/** Small builders of reviews for tests. Everything has a default, so a test sets only what it is about. */

export const exactly = (figure: number | null): Figure =>
  nodesFigure({ low: figure, likely: figure, high: figure }, []);
export const between = (low: number, likely: number, high: number): Figure => nodesFigure({ low, likely, high }, []);

/** A placement whose figures are bounds. */
export function boundedSide(side: Placement, makes: FigureReason['makes']): Placement {
  const because: Knowledge = [{ id: makes === 'atMost' ? 'consolidation' : 'uncounted-pods', makes }];
  const hourlyUsd = costFigure(side.hourlyUsd, because);

  return {
    ...side,
    because,
    nodes: nodesFigure(side.nodes, because),
    hourlyUsd,
    monthlyUsd: monthlyFigure(side.monthlyUsd, hourlyUsd),
    nodePools: side.nodePools.map((pool) => {
      return { ...pool, nodes: nodesFigure(pool.nodes, because), hourlyUsd: costFigure(pool.hourlyUsd, because) };
    }),
  };
}

const gib = 2 ** 30;

export const nodeClaim = (over: Partial<PlacedNodeClaim> = {}): PlacedNodeClaim => ({
  instanceType: 'm6i.2xlarge',
  capacityType: 'on-demand',
  zone: 'us-east-1a',
  pods: 6,
  workloads: { 'Deployment/shop/cart': 6 },
  hourlyUsd: 0.384,
  lowestHourlyUsd: 0.384,
  highestHourlyUsd: 0.384,
  instanceTypeOptions: 2,
  priceSource: 'table',
  cpuMillis: { requested: 5400, allocatable: 7910 },
  memoryBytes: { requested: 3 * gib, allocatable: 28.4 * gib },
  ties: [],
  ...over,
});

export const nodePool = (name: string, nodeClaims: readonly PlacedNodeClaim[]): PlacedNodePool => ({
  name,
  nodes: exactly(nodeClaims.length),
  hourlyUsd: exactly(hourly(nodeClaims)),
  volumesMonthlyUsd: rangeOf(1.6 * nodeClaims.length, 1.6 * nodeClaims.length, 1.6 * nodeClaims.length),
  nodeClaims,
});

export const launchable = (name: string, over: Partial<LaunchableNodePool> = {}): LaunchableNodePool => ({
  nodePool: name,
  instanceType: 'm6i.xlarge',
  capacityType: 'on-demand',
  hourlyUsd: null,
  cpuMillis: 3920,
  memoryBytes: 14.2 * gib,
  instanceTypes: [over.instanceType ?? 'm6i.xlarge'],
  highestHourlyUsd: null,
  withinLimits: null,
  ...over,
});

const hourly = (claims: readonly PlacedNodeClaim[]): number | null => {
  if (claims.some((claim) => claim.hourlyUsd === null)) return null;
  return claims.reduce((sum, claim) => sum + claim.hourlyUsd!, 0);
};

export function placement(nodePools: readonly PlacedNodePool[], over: Partial<Placement> = {}): Placement {
  const claims = nodePools.flatMap((entry) => entry.nodeClaims);
  const cost = hourly(claims);

  return {
    nodes: exactly(claims.length),
    hourlyUsd: exactly(cost),
    monthlyUsd: exactly(cost === null ? null : cost * hoursPerMonth),
    because: [],
    isSeen: false,
    otherNodes: { nodes: 0, hourlyUsd: 0 },
    spread: [],
    otherCosts: [],
    existingNodes: [],
    nodePools,
    steadyState: null,
    unschedulable: [],
    ignored: [],
    requests: {},
    shares: [],
    alternatives: [],
    launchable: [],
    utilisation: null,
    replicas: {},
    ...over,
  };
}

const minus = (head: Range, base: Range): Range => {
  const subtract = (a: number | null, b: number | null): number | null => {
    if (a === null || b === null) return null;
    return a - b;
  };
  return {
    low: subtract(head.low, base.low),
    likely: subtract(head.likely, base.likely),
    high: subtract(head.high, base.high),
  };
};

export const estimate = (base: Placement | null, head: Placement | null, over: Partial<Estimate> = {}): Estimate => {
  const none = placement([]);
  const [from, to] = [base ?? none, head ?? none];
  const knowledge = knowledgeOfDifference(from.because, to.because, 'none');

  return {
    region: 'us-east-1',
    regionSource: '`--region`',
    currency: 'USD',
    hoursPerMonth,
    karpenterVersion: '1.14',
    assumptions: [
      'No existing nodes are known: every pod needs a new one. Pass `--cluster` to count those that run.',
      'Prices are of 2026-07-20.',
    ],
    keyAssumptions: [
      'No existing nodes are known: every pod needs a new one. Pass `--cluster` to count those that run.',
    ],
    base,
    head,
    peak: null,
    firstRound: null,
    difference: {
      nodes: nodesFigure(minus(to.nodes, from.nodes), knowledge),
      hourlyUsd: costFigure(minus(to.hourlyUsd, from.hourlyUsd), knowledge),
      monthlyUsd: nodesFigure(minus(to.monthlyUsd, from.monthlyUsd), knowledge),
    },
    ...over,
  };
};

export const nodePoolRef = (name: string): ResourceRef => ({ apiVersion: 'karpenter.sh/v1', kind: 'NodePool', name });

/** The span of the first occurrence of a text in a file. */
export function spanOf(file: string, text: string, part: string): Span {
  const start = text.indexOf(part);
  if (start === -1) throw new Error(`${file} does not hold ${part}`);
  return { file, start, end: start + part.length };
}

export const diagnostic = (over: Partial<Diagnostic> & { span: Span }): Diagnostic => ({
  code: 'lint/require-limits' as Code,
  severity: 'error' as Severity,
  message: '`web` has no limits',
  labels: [],
  resource: nodePoolRef('web'),
  ...over,
});

export const finding = (over: Partial<Diagnostic> & { span: Span }, isNew = true): Finding => ({
  diagnostic: diagnostic(over),
  isNew,
});

export const change = (over: Partial<Change> & { span: Span }): Change => ({
  resource: nodePoolRef('web'),
  type: 'modified',
  fields: [],
  effect: 'none',
  summary: 'nothing happens',
  ...over,
});

/** The default settings of the gate in tests. */
export const target: ReviewedTarget = {
  karpenterVersion: '1.14',
  karpenterVersionSource: 'as configured',
  isKarpenterAssumed: false,
  kubernetesVersion: undefined,
  kubernetesVersionSource: 'no file names one',
  region: 'us-east-1',
  regionSource: 'as configured',
  isRegionAssumed: false,
};

export const review = (over: Partial<Review> = {}): Review => ({
  customRules: [],
  tool: { name: 'plumbline', version: '0.1.0' },
  hasBase: true,
  inputs: { nodePools: 1, nodeClasses: 1, otherKarpenter: 0, workloads: 1, notRendered: [], related: [] },
  findings: [],
  suppressed: [],
  changes: [],
  disruption: { nodePools: [], nodeClasses: [], workloads: null, timeline: [] },
  estimate: null,
  environments: [],
  plans: [],
  appliedEnvironments: [],
  target,
  texts: new Map(),
  ledger: null,
  hasEffect: true,
  isRelevant: true,
  ...over,
});

export const report = (from: Review, policy: Policy = { failOn: 'error' }): Report => ({
  review: from,
  verdict: gate(from, policy),
});
