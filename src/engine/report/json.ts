import type { Estimate, PlacedNodeClaim, Placement } from '../cost/estimate.ts';
import type { Change } from '../diff/change.ts';
import type { Finding, Review } from '../review.ts';
import { LineIndex } from '../source.ts';
import { pathText } from './changed-value.ts';
import type { Renderer, Report } from './report.ts';

/** The Review document of docs/review.schema.json, schemaVersion 1. */
export const json: Renderer = {
  format: 'json',
  render: (report) => `${JSON.stringify(reviewDocument(report), null, 2)}\n`,
};

/** The Review document as data, with its keys in the order in which they are written. */
export function reviewDocument({ review, verdict }: Report) {
  return {
    schemaVersion: 1,
    tool: { name: review.tool.name, version: review.tool.version },
    diagnostics: diagnostics(review),
    changes: review.changes.map(change),
    disruption: disruption(review),
    estimate: review.estimate && estimate(review.estimate),
    plan: review.plan,
    verdict: { result: verdict.result, reasons: verdict.reasons },
  };
}

function diagnostics(review: Review) {
  const indexes = new Map<string, LineIndex>();
  const indexOf = (file: string): LineIndex => {
    const index = indexes.get(file) ?? new LineIndex(review.texts.get(file) ?? '');
    indexes.set(file, index);
    return index;
  };
  return review.findings.map((finding) => diagnostic(finding, review, indexOf(finding.diagnostic.span.file)));
}

function diagnostic({ diagnostic, isNew }: Finding, review: Review, index: LineIndex) {
  const { code, severity, message, span, resource, help, fix } = diagnostic;
  return {
    code,
    severity,
    message,
    file: span.file,
    start: index.position(span.start),
    end: index.position(span.end),
    resource,
    isNew: !review.hasBase || isNew,
    ...(help === undefined ? {} : { help }),
    ...(fix === undefined ? {} : { fix: { description: fix.description, edits: fix.edits.map(edit) } }),
  };
}

const edit = ({ file, start, end, newText }: { file: string; start: number; end: number; newText: string }) => ({
  file,
  start,
  end,
  newText,
});

const change = ({ resource, type, fields }: Change) => ({
  resource,
  type,
  fields: fields.map((field) => ({
    path: pathText(field.path),
    ...(field.before === undefined ? {} : { before: field.before }),
    ...(field.after === undefined ? {} : { after: field.after }),
    effect: field.effect,
    reason: field.reason,
  })),
});

const disruption = ({ disruption: { nodePools, nodeClasses } }: Review) => ({
  nodePools: nodePools.map(({ name, hash, effect, nodesReplaced, waves, reasons }) => ({
    name,
    hash,
    effect,
    nodesReplaced,
    waves,
    reasons,
  })),
  nodeClasses: nodeClasses.map(({ name, hash }) => ({ name, hash })),
});

const estimate = (from: Estimate) => ({
  region: from.region,
  currency: from.currency,
  hoursPerMonth: from.hoursPerMonth,
  karpenterVersion: from.karpenterVersion,
  assumptions: from.assumptions,
  base: from.base && placement(from.base),
  head: from.head && placement(from.head),
  difference: from.difference,
});

const placement = (from: Placement) => ({
  nodes: from.nodes,
  hourlyUsd: from.hourlyUsd,
  monthlyUsd: from.monthlyUsd,
  existingNodes: from.existingNodes,
  nodePools: from.nodePools.map(({ name, nodes, hourlyUsd, nodeClaims }) => ({
    name,
    nodes,
    hourlyUsd,
    nodeClaims: nodeClaims.map(nodeClaim),
  })),
  steadyState: from.steadyState,
  unschedulable: from.unschedulable,
  ignored: from.ignored,
  launchable: from.launchable,
});

const nodeClaim = (from: PlacedNodeClaim) => ({
  instanceType: from.instanceType,
  capacityType: from.capacityType,
  zone: from.zone,
  pods: from.pods,
  workloads: from.workloads,
  hourlyUsd: from.hourlyUsd,
  instanceTypeOptions: from.instanceTypeOptions,
  priceSource: from.priceSource,
});
