import { describe, expect, test } from 'vitest';
import { rendererOf } from '../renderers.ts';
import { change, report, review } from '../test-support.ts';
import { blankHelp, inputsLine, isBlank, notRenderedLine, relatedLine } from './inputs-line.ts';

const nothing = { nodePools: 0, nodeClasses: 0, otherKarpenter: 0, workloads: 0, notRendered: [], related: [] };
const at = { file: 'a.yaml', start: 0, end: 0 };

describe('inputsLine', () => {
  test.each([
    [{ ...nothing, nodePools: 2, nodeClasses: 1, workloads: 6 }, 'Checked 2 NodePools, 1 EC2NodeClass, 6 workloads.'],
    [
      { ...nothing, nodePools: 1, nodeClasses: 2, otherKarpenter: 1 },
      'Checked 1 NodePool, 2 EC2NodeClasses, 0 workloads, 1 other Karpenter file or object.',
    ],
    [nothing, 'No Karpenter objects found in k8s, standard input.'],
    [{ ...nothing, workloads: 3 }, 'No Karpenter objects found in k8s, standard input. Checked 3 workloads.'],
  ])('%j', (inputs, expected) => {
    expect(inputsLine(review({ inputs }), ['k8s', '-'])).toBe(expected);
  });

  test('the current folder is not called `.`', () => {
    expect(inputsLine(review({ inputs: nothing }), ['.'])).toBe('No Karpenter objects found in this folder.');
  });

  test('a change that removes the last objects is not a review of nothing', () => {
    const changes = [change({ span: at, type: 'removed' })];
    expect(isBlank(review({ inputs: nothing, changes }))).toBe(false);
  });

  test('a change of the controller is not a review of nothing', () => {
    const diagnostic = {
      code: 'upgrade/settings',
      severity: 'note',
      message: 'm',
      span: at,
      labels: [],
      resource: null,
    } as const;
    expect(isBlank(review({ inputs: nothing, findings: [{ diagnostic, isNew: true }] }))).toBe(false);
    expect(isBlank(review({ inputs: nothing, findings: [{ diagnostic, isNew: false }] }))).toBe(true);
  });

  test('a change that installs Karpenter is not a review of nothing', () => {
    const added = change({
      span: at,
      type: 'added',
      resource: { apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease', name: 'karpenter' },
    });
    expect(isBlank(review({ inputs: nothing, changes: [added] }))).toBe(true);
    expect(isBlank(review({ inputs: nothing, changes: [{ ...added, startsKarpenter: true }] }))).toBe(false);
  });

  test('everything that was not rendered is named with the reason', () => {
    const [tool, chart] = ['helm v3 is not installed', 'the chart is not in this repository'];
    const releases = ['a', 'b', 'c', 'd'].map(
      (name) => ({ root: `HelmRelease ${name}`, kind: 'HelmRelease', reason: chart }) as const,
    );
    const notRendered = [
      { root: 'deploy/dev', kind: 'kustomization', reason: tool },
      { root: 'deploy/prod', kind: 'kustomization', reason: tool },
      ...releases,
    ] as const;
    const line = notRenderedLine(review({ inputs: { ...nothing, notRendered } }));
    expect(line).toBe(
      'Not rendered: `deploy/dev`, `deploy/prod` (helm v3 is not installed); 4 HelmReleases (the chart is not in this repository).',
    );
    expect(notRenderedLine(review())).toBeUndefined();
  });
});

test('there is one sentence for each cluster in which Terraform is related with other files', () => {
  const one = { places: ['`k8s`', 'the Terraform root `infra`'], reasons: ['both name the cluster `orders`'] };
  expect(relatedLine(review({ inputs: { ...nothing, related: [one] } }))).toBe(
    'Reviewed as one cluster: `k8s`, the Terraform root `infra` (both name the cluster `orders`).',
  );
  const many = Array.from({ length: 5 }, () => one);
  expect(relatedLine(review({ inputs: { ...nothing, related: many } }))).toMatch(/ 2 more clusters were related\.$/);
  expect(relatedLine(review())).toBeUndefined();
});

describe('a review of nothing', () => {
  const blank = report(review({ inputs: nothing, hasBase: false, isRelevant: false }));
  test.each(['text', 'markdown', 'html', 'job-summary'])('is reported as %s, without a green mark', (format) => {
    const shown = rendererOf(format)!.render(blank, { paths: ['k8s'] });
    expect(shown).toContain('No Karpenter objects found in k8s');
    expect(shown).not.toMatch(/✅|passed|Passed/);
    expect(shown.replace(/`|<\/?code>/g, '')).toContain(blankHelp.replaceAll('`', '').slice(0, 30));
  });

  test('is reported in the log of a job', () => {
    expect(rendererOf('github')!.render(blank, {})).toBe('No Karpenter objects found.\n');
  });

  test('is data for programs', () => {
    expect(JSON.parse(rendererOf('json')!.render(blank, {})).inputs).toEqual(nothing);
    expect(JSON.parse(rendererOf('sarif')!.render(blank, {})).runs[0].properties).toEqual({ inputs: nothing });
  });
});
