import { beforeAll, describe, expect, test } from 'vitest';
import { reportMarkOf } from '../src/engine/report/coverage/report-mark.ts';
import { summaryLine } from '../src/engine/report/first-lines/summary-line.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { plainRenderer } from './plain-renderer.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

/** NodeClaims that somebody writes, and files of which only the plan says that nobody knows what they do. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const claim = (more = '', kind = 'NodeClaim', api = 'karpenter.sh/v1'): string =>
  `apiVersion: ${api}\nkind: ${kind}\nmetadata: {name: db-1${more}}\nspec:\n  nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}\n  requirements: []\n`;

const pool = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: web}
spec:
  limits: {cpu: 200}
  template:
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
      requirements: [{key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}]
`;

const review = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) =>
  reviewOfTexts({ 'pools/web.yaml': pool, ...before }, { 'pools/web.yaml': pool, ...after }, { renderer });

describe('a NodeClaim', () => {
  test.each([
    ['in a file of its own', { 'pools/claim.yaml': claim() }, {}],
    [
      'in a file with others',
      { 'pools/all.yaml': `${claim()}---\n${claim(', labels: {a: b}').replace('db-1', 'db-2')}` },
      { 'pools/all.yaml': claim(', labels: {a: b}').replace('db-1', 'db-2') },
    ],
    [
      'in a List',
      { 'pools/l.yaml': `apiVersion: v1\nkind: List\nitems:\n- ${claim().trimEnd().replaceAll('\n', '\n  ')}\n` },
      {},
    ],
  ])('%s that leaves git: its node is deleted', async (_, before, after) => {
    const report = await review(before, after);
    expect(summaryLine(report)).toContain('Deletes running nodes of NodeClaim `db-1`');
    expect(report.verdict.result).toBe('warn');
  });

  test('that is new: a node is launched', async () => {
    const { review: result } = await review({}, { 'pools/claim.yaml': claim() });
    expect(result.changes).toMatchObject([{ type: 'added', effect: 'new-nodes' }]);
  });

  test.each([
    ['that a cluster printed', ', uid: 0b1c'],
    ['of a NodePool', ', ownerReferences: [{apiVersion: karpenter.sh/v1, kind: NodePool, name: web, uid: a}]'],
  ])('%s is state that nobody applies', async (_, metadata) => {
    const report = await review({ 'dump/claim.yaml': claim(metadata) }, {});
    expect(report.review.changes).toEqual([]);
  });
});

describe('T72: a file in the plan of which no sentence tells what it does', () => {
  const application = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: pools, namespace: argocd}
spec:
  destination: {server: https://kubernetes.default.svc}
  sources:
    - {repoURL: https://charts.example.com, chart: templates, targetRevision: 1.0.0, helm: {valueFiles: [$values/vals/v.yaml]}}
    - {repoURL: https://example.com/r.git, targetRevision: main, ref: values}
`;
  const values = (line: string): string => `boot: |\n  ${line}\n  set -e\n`;
  const reviewValues = (before: string, after: string) =>
    review(
      { 'argo/app.yaml': application, 'vals/v.yaml': before },
      { 'argo/app.yaml': application, 'vals/v.yaml': after },
    );

  test.each([
    ['a first line of a script', values('#!/bin/bash'), values('#!/usr/bin/env -S bash -c "x"')],
    ['a comment in a template', values('# see docs'), values('# {{ "\\nkind: NodePool" }}')],
    ['a comment in a script', values('# a'), values('# b')],
  ])('%s: has no tick', async (_, before, after) => {
    const report = await reviewValues(before, after);
    expect(summaryLine(report)).not.toMatch(/affects nothing|No problems/);
    expect(reportMarkOf(report)).toBe('unknown');
  });

  test('a comment next to the values is calm', async () => {
    const report = await reviewValues(`# a\n${values('x')}`, `# b\n${values('x')}`);
    expect(reportMarkOf(report)).toBe('pass');
  });
});
