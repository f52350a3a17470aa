import { describe, expect, test, vi } from 'vitest';
import { defaultSettings } from '../engine/karpenter/api/settings.ts';
import type { GitHub } from '../io/github/github.ts';
import { RecordingRenderer } from '../io/render/hand-over/handed-over.ts';
import { inputManifest, inputsDigest } from '../io/render/hand-over/render-inputs.ts';
import { renderPair } from '../io/render/render-pair.ts';
import type { CommitStore } from '../io/sides/commit-store.ts';
import { opening, type ReadPair } from '../io/sides/read-side.ts';
import type { SourceTree } from '../io/tree/source-tree.ts';
import { commitsFor } from './commits-for.ts';
import type { Configuration } from './configuration.ts';
import { withCrdsAtBase } from './crds-at-base.ts';
import { factsAtBase } from './facts-at-base.ts';
import { applyReview, cliReview, editorReview, gateReview, type HostRules, hostRules } from './host-rules.ts';
import { liveState } from './live-state.ts';
import type { Note } from './note.ts';
import { renderedSides } from './rendered-sides.ts';
import { reviewCommits } from './review-commits.ts';
import { reviewPair } from './review-pair.ts';
import { settingsAtBase } from './settings-at-base.ts';

/** Programs cannot be isolated in this test, so a host that needs isolation says so. */
vi.mock('../io/render/isolation.ts', async (original) => ({
  ...(await original<typeof import('../io/render/isolation.ts')>()),
  isolation: async () => ({ why: 'this is a test', help: 'Run it elsewhere' }),
}));

const pool = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: web}\n';
const tree: SourceTree = {
  sources: [{ file: 'pools/pool.yaml', text: pool }],
  hintSources: [],
  diagnostics: [],
  missingPaths: [],
  hasRoots: true,
};
const files = (id: string) =>
  opening(async () => ({
    files: new Map([
      ['pools/kustomization.yaml', 'same'],
      ['pools/pool.yaml', id],
    ]),
    others: new Map(),
    each: async (paths, take) => {
      for (const path of paths)
        take(path, Buffer.from(path.endsWith('pool.yaml') ? `${pool}# ${id}\n` : 'resources: [pool.yaml]\n'));
    },
  }));
const pair: ReadPair = { base: tree, head: tree, files: { base: files('1'), head: files('2') }, paths: [] };

const configuration = (current: string, proposed: string, snapshot?: string): Configuration => ({
  current: async () => ({ file: 'plumbline.yaml', text: current }),
  proposed: async () => ({ file: 'plumbline.yaml', text: proposed }),
  files: async (paths) => (snapshot === undefined ? [] : paths.map((file) => ({ file, text: snapshot }))),
});

/** What a job without credentials hands over for both sides. No program runs in this test. */
async function renderedByAnotherJob() {
  const renderer = new RecordingRenderer({
    atOnce: 1,
    runs: 0,
    render: async (root, of) => {
      const digest = inputsDigest(await inputManifest(root, of));
      return { text: 'handed: over\n', inputs: { digest, programs: ['kustomize v5.8.1'], fetched: [] } };
    },
  });
  await renderPair(pair, { path: '/nowhere', settings: defaultSettings, renderer });
  return renderer.renderings();
}

/** The result of something that may fail, with the notes that it gave. */
async function outcome<T>(work: (onNote: (note: Note) => void) => Promise<T>) {
  const notes: string[] = [];
  const result = await work((note) => void notes.push(note.about)).catch((error: Error & { code?: string }) => error);
  return { result, notes, isFailure: result instanceof Error };
}

const settle = (rules: HostRules, current: string, proposed = current, failOn?: 'never') =>
  outcome((onNote) =>
    settingsAtBase(configuration(current, proposed), { over: failOn ? { failOn } : {} }, { rules, onNote }),
  );

/** A store in which two commits have the same file. */
const unchangedStore = {
  others: async () => new Map(),
  otherIds: async () => new Map(),
  tree: async () => new Map([['pool.yaml', { path: 'pool.yaml', sha: '1', size: pool.length }]]),
  links: async () => new Map(),
  holds: async () => true,
} as unknown as CommitStore;

const request = (rules: HostRules) => ({
  rules,
  over: {},
  path: '/nowhere',
  onNote: () => {},
  parts: { findings: false, estimate: false, figures: false },
  settings: defaultSettings,
});

/** What each host really does about each rule. The compiler requires an entry for every rule. */
const observed: {
  readonly [Rule in Exclude<keyof HostRules, 'host' | 'compares' | 'token' | 'verdicts'>]: (
    rules: HostRules,
  ) => Promise<HostRules[Rule]>;
} = {
  reads: async (rules) => {
    if (rules.reads === 'the disk') return 'the disk';
    const { clone } = commitsFor(rules, {
      github: {} as GitHub,
      token: rules.token,
      repository: { owner: 'acme', repo: 'infra' },
      clone: '/clone',
    });
    return clone === undefined ? 'GitHub' : 'a clone and GitHub';
  },
  rendering: async (rules) => {
    const handedOver = { commit: 'c', run: '1', renderings: await renderedByAnotherJob() };
    const { head } = await renderedSides(
      { ...pair, handedOver },
      { rules, settings: defaultSettings, path: '/nowhere' },
    );
    if (head.sources.some(({ text }) => text === 'handed: over\n')) return 'by another job';
    const codes = head.diagnostics.map(({ code }) => code);
    if (!codes.includes('render/not-here')) return 'rendered';
    return codes.includes('render/tool-missing') ? 'in isolation' : 'with a note';
  },
  withoutRendering: async (rules) => {
    const settings = { ...defaultSettings, sources: { ...defaultSettings.sources, render: false } };
    const { head } = await renderedSides(pair, { rules, settings, path: '/nowhere' });
    return head.diagnostics.some(({ code }) => code === 'render/not-here') ? 'with a note' : 'as plain files';
  },
  brokenConfiguration: async (rules) => {
    const { isFailure, notes } = await settle(rules, 'regoin: x\n');
    expect(notes.includes('broken configuration')).toBe(!isFailure);
    return isFailure ? 'fails' : 'defaults apply';
  },
  proposedConfiguration: async (rules) => {
    const { result, notes } = await settle(rules, 'region: us-east-1\n', 'region: eu-west-1\n');
    expect(result).toMatchObject({ region: 'us-east-1' });
    return notes.includes('proposed configuration') ? 'reported' : 'ignored';
  },
  failOn: async (rules) => {
    const { result } = await settle(rules, 'failOn: warning\n', undefined, 'never');
    return (result as { failOn: string }).failOn === 'never' ? 'set' : 'tightened';
  },
  missingFacts: async (rules) => {
    const settings = { ...defaultSettings, snapshot: 'gone.json' };
    const context = { rules, configuration: configuration('', '') };
    const { isFailure, notes } = await outcome((onNote) => liveState(settings, { ...context, onNote }));
    expect(notes.includes('missing snapshot')).toBe(!isFailure);
    const prices = { ...defaultSettings, catalog: 'gone' };
    const without = await outcome((onNote) => factsAtBase(prices, { ...context, onNote }));
    expect([without.isFailure, without.notes.includes('unusable catalog')]).toEqual([isFailure, !isFailure]);
    const kinds = { ...defaultSettings, crds: ['gone.yaml'] };
    const bundled = await factsAtBase(defaultSettings, { ...context, onNote: () => {} });
    const undefinedKinds = await outcome((onNote) => withCrdsAtBase(bundled, kinds, { ...context, onNote }));
    expect([undefinedKinds.isFailure, undefinedKinds.notes.includes('unusable crds')]).toEqual([isFailure, !isFailure]);
    return isFailure ? 'fails' : 'reported';
  },
  unchanged: async (rules) => {
    const commits = { base: 'a', head: 'b', config: 'a', paths: [], configPaths: [] };
    const reviewed = await reviewCommits(unchangedStore, { ...request(rules), ...commits });
    return reviewed === null ? 'no review' : 'reviewed';
  },
  withoutBase: async (rules) => {
    const alone = { ...pair, base: null, files: { ...pair.files, base: null }, head: { ...tree, hasRoots: false } };
    const { report } = await reviewPair(alone, configuration('', ''), request(rules));
    return report.review.hasBase ? 'an empty repository' : 'everything is new';
  },
};

describe.each(hostRules.map((rules) => [rules.host, rules] as const))('%s', (_, rules) => {
  test.each(Object.entries(observed))('follows its rule for %s', async (rule, observe) => {
    expect(await observe(rules)).toBe(rules[rule as keyof typeof observed]);
  });
});

test('the gate of the bot differs from an apply only in how it reads the repository, and in that no job hands anything over to it', () => {
  const { host, reads, token } = gateReview;
  expect({ ...applyReview, host, reads, token, rendering: 'in isolation' }).toEqual(gateReview);
});

test('only the command line and editors read anything but commits, and only for `extends` one of them asks GitHub', () => {
  const others = hostRules.filter(({ compares }) => compares !== 'two commits');
  expect(others).toEqual([cliReview, editorReview]);
  expect(others.map(({ token }) => token)).toEqual(["the caller's, for `extends`", 'none']);
});
