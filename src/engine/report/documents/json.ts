import { type Ledger, lineOf } from '../../changes/ledger/ledger.ts';
import { isEmptyPlan, type Plan, type Unplanned } from '../../changes/plan/plan.ts';
import type { Estimate, PlacedNodeClaim, Placement } from '../../cluster/cost/estimate.ts';
import { reasonIds } from '../../cluster/cost/knowledge.ts';
import { sharesBy } from '../../cluster/cost/shares.ts';
import type { Change } from '../../manifest/change.ts';
import { pathText } from '../../manifest/model/manifest.ts';
import type { Finding } from '../../review/context/finding.ts';
import type { EnvironmentReview, Review, WhatIf } from '../../review/context/review-data.ts';
import type { ReviewEvent } from '../../review/events/event.ts';
import { eventsOf } from '../../review/events/events-of.ts';
import { dangersOf } from '../../review/gate/dangers.ts';
import type { ServerCause } from '../../text/diagnostic.ts';
import type { LineIndex } from '../../text/source.ts';
import { jsonText } from '../../text/words/log-text.ts';
import { notUnderstoodIn } from '../coverage/coverage.ts';
import type { Renderer, Report } from '../values/report.ts';
import { Texts } from '../values/texts.ts';
import { scenarioDocument } from '../what-if/what-if-document.ts';

/** The Review document of docs/review.schema.json, schemaVersion 1. */
export const json: Renderer = {
  format: 'json',
  render: (report) => `${jsonText(reviewDocument(report), 2)}\n`,
};

/** The Review document as data, with its keys in the order in which they are written. */
export function reviewDocument({ review, verdict }: Report) {
  return {
    schemaVersion: 1,
    tool: { name: review.tool.name, version: review.tool.version },
    inputs: inputs(review),
    ...(review.isUnchecked && { checked: false as const }),
    ...(review.isUnsimulated && { simulated: false as const }),
    diagnostics: diagnostics(review),
    changes: review.changes.map(change),
    disruption: disruption(review),
    estimate: review.estimate && estimateDocument(review.estimate),
    ...(review.tellingScenario && { scenario: scenarioDocument(review.tellingScenario) }),
    environments: review.environments.map(environment),
    plan: solePlan(review),
    plans: review.plans.map(plan),
    events: eventsOf(review).map(eventDocument),
    dangers: dangersOf(review).map(({ kind, text }) => ({ kind, text })),
    ...(review.ledger && { coverage: coverage(review, review.ledger) }),
    verdict: { result: verdict.result, reasons: verdict.reasons },
  };
}

const eventDocument = ({ kind, subject, cluster, count, when, because, problem, held }: ReviewEvent) => ({
  kind,
  subject,
  cluster,
  count,
  when,
  because: because.map(({ nodePool, kind: constraint, text }) => ({
    nodePool,
    ...(constraint !== undefined && { kind: constraint }),
    ...(text !== undefined && { text }),
  })),
  ...(problem !== undefined && { problem }),
  ...(held !== undefined && { held }),
});

const inputs = ({ inputs: { nodePools, nodeClasses, otherKarpenter, workloads, notRendered, related } }: Review) => ({
  nodePools,
  nodeClasses,
  otherKarpenter,
  workloads,
  notRendered: notRendered.map(({ root, kind, reason }) => ({ root, kind, reason })),
  related: related.map(({ places, reasons }) => ({ places, reasons })),
});

/** The plan, if there is only one environment, or the change affects only one. Null otherwise, and without a plan. */
function solePlan({ plans }: Review) {
  const concerned = plans.length === 1 ? plans : plans.filter((plan) => plan.digest === null || !isEmptyPlan(plan));
  const [sole] = concerned;
  if (sole === undefined || concerned.length > 1 || sole.digest === null) return null;
  return planned(sole);
}

const planned = ({ digest, objects, opaque, rendered }: Plan) => ({
  digest,
  objects: objects.map(({ resource, action }) => ({ resource, action })),
  ...(opaque.length > 0 && {
    opaque: opaque.map(({ file, base, head, reasons }) => ({ kind: 'Opaque' as const, file, base, head, reasons })),
  }),
  ...(rendered.length > 0 && {
    rendered: rendered.map(({ root, inputs, programs }) => ({ root, inputs, programs })),
  }),
});

const plan = (from: Plan | Unplanned) => ({
  environment: from.environment,
  ...(from.digest === null ? { digest: null, objects: null, problems: from.problems } : planned(from)),
});

function diagnostics(review: Review) {
  const texts = new Texts(review.texts);
  return review.findings.map((finding) => diagnostic(finding, review, texts.index(finding.diagnostic.span.file)));
}

function diagnostic({ diagnostic, isNew }: Finding, review: Review, index: LineIndex) {
  const { code, severity, message, span, resource, otherResources, help, steps, fix, server, foundIn } = diagnostic;
  return {
    code,
    severity,
    message,
    file: span.file,
    start: index.position(span.start),
    end: index.position(span.end),
    resource,
    ...(otherResources !== undefined && { otherResources }),
    isNew: !review.hasBase || isNew,
    ...(help !== undefined && { help }),
    ...(steps !== undefined && { steps }),
    ...(fix === undefined ? {} : { fix: { description: fix.description, edits: fix.edits.map(edit) } }),
    ...(server === undefined ? {} : { server: server.map(serverCause) }),
    ...(foundIn === undefined
      ? {}
      : { foundIn: { tool: foundIn.tool, roots: foundIn.roots, isExact: foundIn.isExact } }),
  };
}

/** What is known about the changed places, and those that nothing is known about. */
const coverage = (review: Review, { counts }: Ledger) => ({
  places: {
    modelled: counts.modelled,
    harmless: counts.harmless,
    outside: counts.outside,
    notUnderstood: counts['not understood'],
  },
  notUnderstood: notUnderstoodIn(review).map((entry) => ({
    file: entry.file,
    line: lineOf(entry) === 0 ? null : lineOf(entry),
    side: entry.after.length > 0 || entry.before.length === 0 ? ('after' as const) : ('before' as const),
    what: entry.what,
    reason: entry.reason,
    isNearKarpenter: entry.isNear === true,
  })),
});

const serverCause = ({ field, reason, message }: ServerCause) => ({ field, reason, message });

const edit = ({ file, start, end, newText }: { file: string; start: number; end: number; newText: string }) => ({
  file,
  start,
  end,
  newText,
});

const change = ({
  resource,
  type,
  stays,
  renamedTo,
  renamedFrom,
  condition,
  delayedBecause,
  fields,
  roots,
  environments,
}: Change) => ({
  resource,
  type,
  ...(stays === undefined ? {} : { stays: stays.because }),
  ...(renamedTo !== undefined && { renamedTo }),
  ...(renamedFrom !== undefined && { renamedFrom }),
  ...(condition !== undefined && { condition }),
  ...(delayedBecause !== undefined && { delayedBecause }),
  ...(roots !== undefined && { roots }),
  ...(environments !== undefined && { environments }),

  fields: fields.map((field) => ({
    path: pathText(field.path),
    ...(field.before === undefined ? {} : { before: field.before }),
    ...(field.after === undefined ? {} : { after: field.after }),
    effect: field.effect,
    cause: field.cause,
    reason: field.reason,
  })),
});

const disruption = ({
  disruption: { nodePools, nodeClasses, workloads, timeline, consolidation },
}: Pick<Review, 'disruption'>) => ({
  nodePools: nodePools.map(({ name, hash, effect, nodesReplaced, nodesHeld, waves, duration, windows, reasons }) => ({
    name,
    hash,
    effect,
    nodesReplaced,
    nodesHeld,
    waves: waves.map(({ nodes, reason, start, held }) => ({
      nodes,
      reason,
      ...(start !== undefined && { start }),
      ...(held !== undefined && { held }),
    })),
    minutes: duration && { low: duration.low, high: duration.high },
    ...(windows && { windows }),
    reasons,
  })),
  nodeClasses: nodeClasses.map(({ name, hash }) => ({ name, hash })),
  workloads,
  timeline,
  ...(consolidation && { consolidation }),
});

const environment = (from: EnvironmentReview) => ({
  name: from.name,
  region: from.target.region,
  karpenterVersion: from.target.karpenterVersion,
  accounts: from.accounts,
  isInferred: from.isInferred,
  isMain: from.isMain,
  changedObjects: from.changedObjects,
  disruption: disruption(from),
  estimate: from.estimate && estimateDocument(from.estimate),
});

/** The JSON document of `what-if`. `estimate.before` is the cluster without the scenario. */
export const whatIfDocument = (whatIf: WhatIf) => ({
  ...scenarioDocument(whatIf),
  estimate: estimateDocument(whatIf.estimate),
});

const estimateDocument = (from: Estimate) => ({
  region: from.region,
  currency: from.currency,
  ...(from.shownIn && { shownIn: from.shownIn }),
  hoursPerMonth: from.hoursPerMonth,
  karpenterVersion: from.karpenterVersion,
  assumptions: from.assumptions,
  keyAssumptions: from.keyAssumptions,
  before: from.base && placement(from.base),
  after: from.head && placement(from.head),
  difference: from.difference,
  peak: from.peak,
  firstRound: from.firstRound,
  ...(from.staying && { staying: from.staying }),
});

/** The certainty of a side as a whole, which each of its figures states more precisely. */
function sideCertainty({ nodes, isSeen }: Placement): 'exact' | 'atLeast' | 'atMost' | 'estimated' | 'unknown' {
  const { certainty } = nodes;
  if (certainty === 'unknown' || certainty === 'atLeast' || certainty === 'atMost') return certainty;
  if (isSeen) return 'exact';
  return 'estimated';
}

const placement = (from: Placement) => ({
  nodes: from.nodes,
  hourlyUsd: from.hourlyUsd,
  monthlyUsd: from.monthlyUsd,
  certainty: sideCertainty(from),
  because: reasonIds(from.because),
  otherNodes: from.otherNodes,
  ...(from.chance && { chance: from.chance }),
  spread: from.spread,
  otherCosts: from.otherCosts.map(({ name: _, until: _until, ...cost }) => cost),
  ...(from.capacityBuffers && { capacityBuffers: from.capacityBuffers }),
  existingNodes: from.existingNodes,
  nodePools: from.nodePools.map(({ name, nodes, hourlyUsd, volumesMonthlyUsd, nodeClaims }) => ({
    name,
    nodes,
    hourlyUsd,
    volumesMonthlyUsd,
    nodeClaims: nodeClaims.map(nodeClaim),
  })),
  steadyState: from.steadyState,
  unschedulable: from.unschedulable,
  ...(from.unschedulableLater && { unschedulableLater: from.unschedulableLater }),
  ignored: from.ignored,
  shares: from.shares,
  sharesByNamespace: sharesBy(from.shares, 'namespace'),
  sharesByTeam: sharesBy(from.shares, 'team'),
  utilisation: from.utilisation,
  alternatives: from.alternatives,
  launchable: from.launchable.map(({ instanceTypes, ...fields }) => ({
    ...fields,
    instanceTypeOptions: instanceTypes.length,
  })),
});

const nodeClaim = (from: PlacedNodeClaim) => ({
  ...(from.node !== undefined && { node: from.node }),
  instanceType: from.instanceType,
  capacityType: from.capacityType,
  zone: from.zone,
  pods: from.pods,
  ...(from.bufferPods !== undefined && { bufferPods: from.bufferPods }),
  workloads: from.workloads,
  hourlyUsd: from.hourlyUsd,
  instanceTypeOptions: from.instanceTypeOptions,
  priceSource: from.priceSource,
  cpuMillis: from.cpuMillis,
  memoryBytes: from.memoryBytes,
});
