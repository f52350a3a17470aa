import { fingerprint } from '../engine/files/sources/affected.ts';
import type { Root } from '../engine/files/sources/root/root.ts';
import type { Settings } from '../engine/karpenter/api/settings.ts';
import { plural } from '../engine/text/words/plural.ts';
import { git } from '../io/git/command.ts';
import { githubError, statusOf } from '../io/github/github-errors.ts';
import { type HandedOverText, RecordingRenderer } from '../io/render/hand-over/handed-over.ts';
import { defaultBounds } from '../io/render/render-bounds.ts';
import type { RootState } from '../io/render/render-pair.ts';
import { pairOfCommits } from '../io/sides/commit-files.ts';
import { readCommitPair } from '../io/sides/commit-pair.ts';
import type { CommitStore } from '../io/sides/commit-store.ts';
import { mergeBase } from '../io/sides/head-comparison.ts';
import type { LoadedTree } from '../io/tree/loaded-tree.ts';
import { PlumblineError } from '../shared/errors.ts';

/** What to render for a job that has credentials. */
interface HandOverRequest {
  readonly store: CommitStore;
  /** Folder of a clone with its history. */
  readonly clone: string;
  readonly head: string;
  /** The oldest commit to render; undefined for the last `usualMerges`. */
  readonly from: string | undefined;
  readonly paths: readonly string[];
  /** PATH of the process, where kustomize and helm are looked for. */
  readonly path: string | undefined;
  readonly settingsAt: (commit: string) => Promise<Settings>;
  readonly log: (line: string) => void;
}

/** What was rendered, and the state of each root at the head. */
interface HandOverResult {
  readonly renderings: readonly HandedOverText[];
  readonly states: readonly RootState[];
  readonly commits: number;
}

/** How many merges back a job renders, because runs that were canceled or refused are made up for by the next one. */
const usualMerges = 30;
const mostMerges = 500;

/**
 * Renders every root at the head, and what an apply needs to compute the plans of merged pull requests again: the branch before and after
 * each merge, and each pull request's head with its merge base. Equal content is rendered once. What a commit message says only decides
 * what is rendered in addition, never what is applied.
 */
export async function handOver(request: HandOverRequest): Promise<HandOverResult> {
  const { store, head, paths, path, settingsAt, log } = request;
  const line = await branchCommits(request);
  const commits = [...new Set([...line.map(({ sha }) => sha), ...(await pullCommits(line, request))])];

  const settings = await differentSettings(
    line.map(({ sha }) => sha),
    settingsAt,
  );

  const { renderPair } = await import('../io/render/render-pair.ts');
  const { RootRenderer, findNamed } = await import('../io/render/side-renderer.ts');
  const tools = await findNamed(new Set(['kustomize', 'helm']), { path, mustIsolate: true });
  // Without network, also for charts that a configuration allows: an apply accepts only what the repository contains.
  const renderer = new RecordingRenderer(new RootRenderer({ tools, mustIsolate: true, bounds: defaultBounds }));
  const states: RootState[] = [];

  const renderAll = async (isEdited: (at: number) => (root: Root, tree: LoadedTree) => boolean): Promise<void> => {
    states.length = 0;
    for (const [at, commit] of commits.entries()) {
      const { trees } = await readCommitPair(store, { base: null, head: commit, paths });
      if (trees === null || !trees.head.hasRoots) continue;

      const pair = pairOfCommits(store, { base: null, head: commit, paths, trees });

      for (const ofEnvironment of settings) {
        if (!ofEnvironment.sources.render) continue;

        const rendered = await renderPair(pair, { path, settings: ofEnvironment, renderer, isEdited: isEdited(at) });
        if (commit === head && ofEnvironment === settings[0]) states.push(...rendered.states);
      }
    }
  };

  const versions = new RootVersions();

  await renderAll((at) => (root, tree) => versions.note(at, root, tree));
  // What differs between commits may be part of a plan, whatever its files show.
  const edited = versions.differing(commits.length);
  if (edited.size > 0)
    await renderAll(
      () =>
        ({ name }) =>
          edited.has(name),
    );

  const renderings = renderer.renderings();

  log(
    `Rendered ${plural(renderings.length, 'text')} of ${plural(commits.length, 'commit')} with ${plural(renderer.runs, 'run')} of ${toolNames(tools)}.`,
  );

  return { renderings, states, commits: commits.length };
}

/** The versions of the roots whose files show nothing that matters. */
class RootVersions {
  readonly #versions = new Map<string, Set<string>>();
  readonly #commits = new Map<string, Set<number>>();

  /** Remembers a root of a commit. Nothing is rendered for that. */
  note(at: number, root: Root, tree: LoadedTree): false {
    const versions = this.#versions.get(root.name) ?? new Set();
    const commits = this.#commits.get(root.name) ?? new Set();
    this.#versions.set(root.name, versions.add(fingerprint(root, tree)));
    this.#commits.set(root.name, commits.add(at));
    return false;
  }

  /** The names of roots that differ between commits, or that not every commit has. */
  differing(count: number): ReadonlySet<string> {
    const names = [...this.#versions].filter(
      ([name, versions]) => versions.size > 1 || this.#commits.get(name)!.size < count,
    );
    return new Set(names.map(([name]) => name));
  }
}

const toolNames = (tools: Awaited<ReturnType<typeof import('../io/render/side-renderer.ts').findNamed>>): string =>
  [tools.kustomize, tools.helm]
    .flatMap((tool) => {
      if (tool) return [`${tool.name} ${tool.version}`];
      return [];
    })
    .join(' and ') || 'no program';

interface BranchCommit {
  readonly sha: string;
  readonly subject: string;
}

/** The branch's own commits, newest first, down to the oldest one to render. */
async function branchCommits({ clone, head, from }: HandOverRequest): Promise<BranchCommit[]> {
  const count = (from === undefined ? usualMerges : mostMerges) + 1;
  const args = ['log', '--first-parent', `--max-count=${count}`, '--format=%H %s', head, '--'];
  let text: string;

  try {
    text = await git(clone, args);
  } catch (cause) {
    throw new PlumblineError('usage', '`mode: render` needs a clone of the repository', { cause, help: checkoutHelp });
  }

  const commits = text
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ sha: line.slice(0, line.indexOf(' ')), subject: line.slice(line.indexOf(' ') + 1) }));

  if (from !== head && commits.length < count && (await isShallow(clone)))
    throw new PlumblineError('usage', '`mode: render` needs the history of the branch', { help: checkoutHelp });
  if (from === undefined) return commits;

  const end = commits.findIndex(({ sha }) => sha === from);
  if (end >= 0) return commits.slice(0, end + 1);

  throw new PlumblineError('usage', `The input \`base: ${from}\` is not one of the last ${mostMerges} merges`, {
    help: 'Set it to a commit of the branch that was applied. The step that checks out needs `fetch-depth: 0`.',
  });
}

const isShallow = async (clone: string): Promise<boolean> =>
  (await git(clone, ['rev-parse', '--is-shallow-repository'])).trim() === 'true';

const checkoutHelp = 'Add `actions/checkout` with `fetch-depth: 0` and `persist-credentials: false` before this step.';

/** The heads of the pull requests that commits name, with their merge bases. A pull request that cannot be read is left out. */
async function pullCommits(
  line: readonly BranchCommit[],
  { store, log }: Pick<HandOverRequest, 'store' | 'log'>,
): Promise<string[]> {
  const commits: string[] = [];

  for (const [i, { subject }] of line.slice(0, -1).entries()) {
    // GitHub writes `Merge pull request #12 from …` and `Title (#12)`.
    const number = [...subject.matchAll(/#(\d{1,9})\b/g)].at(-1)?.[1];
    if (number === undefined) continue;

    const headSha = await headOfPull(number, store);
    if (headSha === undefined) continue;

    try {
      commits.push(await mergeBase({ baseSha: line[i + 1]!.sha, headSha }, store), headSha);
    } catch {
      log(`The head of #${number} could not be compared with the branch, so it is not rendered.`);
    }
  }

  return commits;
}

async function headOfPull(number: string, { github, repository }: CommitStore): Promise<string | undefined> {
  try {
    const { data } = await github.rest.git.getRef({ ...repository, ref: `pull/${number}/head` });
    return data.object.sha;
  } catch (error) {
    const status = statusOf(error);
    if (status === 404 || status === 403) return undefined;
    throw githubError(`look for the head of #${number}`, error);
  }
}

/** The settings of each commit that find or render roots differently. */
async function differentSettings(
  commits: readonly string[],
  settingsAt: HandOverRequest['settingsAt'],
): Promise<Settings[]> {
  const different = new Map<string, Settings>();

  for (const commit of commits) {
    // A configuration that is invalid at an older commit was not used for an apply.
    const settings = await settingsAt(commit).catch((error: unknown) => {
      if (error instanceof PlumblineError && commit !== commits[0]) return undefined;
      throw error;
    });

    if (!settings) continue;

    const { sources, environments, kubernetesVersion } = settings;
    const key = JSON.stringify([sources, environments, kubernetesVersion]);
    if (!different.has(key)) different.set(key, settings);
  }

  return [...different.values()];
}
