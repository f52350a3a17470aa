import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../engine/api/settings.ts';
import type { GitHub } from '../io/github/github.ts';
import type { CommitStore } from '../io/sides/commit-store.ts';
import { opening, type ReadPair } from '../io/sides/read-side.ts';
import type { SourceTree } from '../io/tree/source-tree.ts';
import { commitsFor } from './commits-for.ts';
import type { Configuration } from './configuration.ts';
import { applyReview, cliReview, gateReview, type HostRules, hostRules } from './host-rules.ts';
import { liveState } from './live-state.ts';
import { madeSides } from './made-sides.ts';
import type { Note } from './note.ts';
import { reviewCommits } from './review-commits.ts';
import { reviewPair } from './review-pair.ts';
import { settingsAtBase } from './settings-at-base.ts';

const pool = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: web}\n';
const tree: SourceTree = {
  sources: [{ file: 'pools/pool.yaml', text: pool }],
  ...{ hintSources: [], diagnostics: [], missingPaths: [], hasRoots: true },
};
const files = (id: string) =>
  opening(async () => ({
    files: new Map([
      ['pools/kustomization.yaml', 'same'],
      ['pools/pool.yaml', id],
    ]),
    others: new Map(),
    each: async () => {},
  }));
const pair: ReadPair = { base: tree, head: tree, files: { base: files('1'), head: files('2') }, paths: [] };

const configuration = (holding: string, coming: string, snapshot?: string): Configuration => ({
  holding: async () => ({ file: 'plumbline.yaml', text: holding }),
  coming: async () => ({ file: 'plumbline.yaml', text: coming }),
  file: async (path) => (snapshot === undefined ? undefined : { file: path, text: snapshot }),
});

/** What becomes of something that may fail, with what people hear of it. */
async function outcome<T>(work: (tell: (note: Note) => void) => Promise<T>) {
  const notes: string[] = [];
  const result = await work((note) => void notes.push(note.about)).catch((error: Error & { code?: string }) => error);
  return { result, notes, isFailure: result instanceof Error };
}

const settle = (rules: HostRules, holding: string, coming = holding, failOn?: 'never') =>
  outcome((tell) =>
    settingsAtBase(configuration(holding, coming), { over: failOn ? { failOn } : {} }, { rules, tell }),
  );

/** A store in which two commits hold the same file. */
const unchangedStore = {
  tree: async () => new Map([['pool.yaml', { path: 'pool.yaml', sha: '1', size: pool.length }]]),
  links: async () => new Map(),
  holds: async () => true,
} as unknown as CommitStore;

const request = (rules: HostRules) => ({
  ...{ rules, over: {}, path: '/nowhere', tell: () => {}, parts: { findings: false, estimate: false, figures: false } },
  settings: defaultSettings,
});

/** How each rule shows, by its value. The compiler asks for every rule that there is. */
const seen: {
  readonly [Rule in Exclude<keyof HostRules, 'host' | 'compares' | 'token' | 'verdicts'>]: (
    rules: HostRules,
  ) => Promise<HostRules[Rule]>;
} = {
  reads: async (rules) => {
    if (rules.reads === 'the disk') return 'the disk';
    const { clone } = commitsFor(rules, {
      ...{ github: {} as GitHub, token: rules.token, repository: { owner: 'acme', repo: 'infra' }, clone: '/clone' },
    });
    return clone === undefined ? 'GitHub' : 'a clone and GitHub';
  },
  rendering: async (rules) => {
    const { head } = await madeSides(pair, { rules, settings: defaultSettings, path: '/nowhere' });
    return head.diagnostics.some(({ code }) => code === 'render/not-here') ? 'named' : 'rendered';
  },
  withoutRendering: async (rules) => {
    const settings = { ...defaultSettings, sources: { ...defaultSettings.sources, render: false } };
    const { head } = await madeSides(pair, { rules, settings, path: '/nowhere' });
    return head.diagnostics.some(({ code }) => code === 'render/not-here') ? 'named' : 'as the files stand';
  },
  brokenConfiguration: async (rules) => {
    const { isFailure, notes } = await settle(rules, 'regoin: x\n');
    expect(notes.includes('broken configuration')).toBe(!isFailure);
    return isFailure ? 'fails' : 'defaults hold';
  },
  comingConfiguration: async (rules) => {
    const { result, notes } = await settle(rules, 'region: us-east-1\n', 'region: eu-west-1\n');
    expect(result).toMatchObject({ region: 'us-east-1' });
    return notes.includes('coming configuration') ? 'announced' : 'ignored';
  },
  failOn: async (rules) => {
    const { result } = await settle(rules, 'failOn: warning\n', undefined, 'never');
    return (result as { failOn: string }).failOn === 'never' ? 'set' : 'tightened';
  },
  missingSnapshot: async (rules) => {
    const settings = { ...defaultSettings, snapshot: 'gone.json' };
    const context = { rules, configuration: configuration('', '') };
    const { isFailure, notes } = await outcome((tell) => liveState(settings, { ...context, tell }));
    expect(notes.includes('missing snapshot')).toBe(!isFailure);
    return isFailure ? 'fails' : 'announced';
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
  test.each(Object.entries(seen))('does as it says about %s', async (rule, see) => {
    expect(await see(rules)).toBe(rules[rule as keyof typeof seen]);
  });
});

test('the gate of the bot differs from an apply only in how it gets at the repository', () => {
  const { host, reads, token } = gateReview;
  expect({ ...applyReview, host, reads, token }).toEqual(gateReview);
});

test('only the command line looks at anything but commits, and it asks nobody', () => {
  const others = hostRules.filter(({ compares }) => compares !== 'two commits');
  expect(others).toEqual([cliReview]);
  expect(cliReview.token).toBe('none');
});
