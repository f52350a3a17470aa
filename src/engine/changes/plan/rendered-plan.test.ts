import { describe, expect, test } from 'vitest';
import { type ManifestSet, manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import type { RenderInputs } from '../../text/source.ts';
import { manifestsOf, nodePool, pack } from './plan.test-support.ts';
import { planOf } from './plan.ts';

const inputs: RenderInputs = { digest: 'a'.repeat(64), programs: ['helm v3.20.2'], fetched: [] };

/** A text that a root renders to. */
const rendered = (text: string, from: Partial<RenderInputs> = {}, root = 'charts/pools'): ManifestSet => {
  const place = { span: { file: 'charts/pools/Chart.yaml', start: 0, end: 0 }, isExact: false };
  const origin = { root, tool: 'helm' as const, inputs: { ...inputs, ...from }, trace: () => place };
  return manifestSet([parseManifests({ file: `${root} (helm template)`, text, origin }, { set: {} })]);
};

const plan = (head: ManifestSet, base: ManifestSet = manifestsOf({})) =>
  planOf({ environment: 'production', base, head, pack });

describe('a plan of rendered objects', () => {
  const made = plan(rendered(nodePool()));

  test('lists what they are rendered from', () => {
    expect(made).toMatchObject({
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      rendered: [{ root: 'charts/pools', inputs: inputs.digest, programs: ['helm v3.20.2'] }],
    });
    expect(plan(rendered(nodePool())).digest).toBe(made.digest);
  });

  test.each<[string, ManifestSet]>([
    ['another version of a program', rendered(nodePool(), { programs: ['helm v3.20.3'] })],
    ['another file, chart, value or flag', rendered(nodePool(), { digest: 'b'.repeat(64) })],
    ['another root', rendered(nodePool(), {}, 'charts/others')],
    ['a plain file', manifestsOf({ 'pool.yaml': nodePool() })],
    ['another object', rendered(nodePool('web', 'weight: 2'))],
  ])('T68: has another digest with %s', (_, head) => {
    const other = plan(head);
    expect(other.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(other.digest).not.toBe(made.digest);
  });

  test('T68: covers what a deleted object was rendered from', () => {
    const deleted = (from: Partial<RenderInputs>) => plan(manifestsOf({}), rendered(nodePool(), from)).digest;
    expect(deleted({})).not.toBe(deleted({ programs: ['helm v3.20.3'] }));
  });

  test('does not cover roots whose objects stay the same', () => {
    const both = (more: Partial<RenderInputs>) => plan(rendered(nodePool(), more), rendered(nodePool()));
    expect(both({ digest: 'b'.repeat(64) })).toMatchObject({ objects: [], rendered: [] });
  });

  test('T68: is not possible with a chart from the network', () => {
    expect(plan(rendered(nodePool(), { fetched: ['common'] }))).toMatchObject({
      digest: null,
      problems: [expect.stringMatching(/chart `common`, which is not in the repository: run `helm dependency update`/)],
    });
  });
});
