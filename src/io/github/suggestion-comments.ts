import type { Presentation, Suggestion } from '../../engine/review/presentation/presentation.ts';
import type { Diagnostic } from '../../engine/text/diagnostic.ts';
import { markerText, nameText } from './comment-marker.ts';
import { readDiffLines } from './diff-lines.ts';
import type { GitHub, RepositoryName } from './github.ts';
import { minimise } from './minimise-comments.ts';
import { isSameBody } from './sticky-comment.ts';
import { writtenByUs } from './written-by-us.ts';

/** A repository with a way to list the files of a commit. */
export interface RepositoryTrees {
  readonly github: GitHub;
  readonly repository: RepositoryName;
  readonly tree: (commit: string) => Promise<ReadonlyMap<string, { readonly sha: string }>>;
}

/** Where to suggest fixes. */
export interface SuggestionTarget {
  readonly store: RepositoryTrees;
  readonly number: number;
  readonly headSha: string;
  /** The commit that was reviewed: the head, or GitHub's test merge of it. */
  readonly reviewedSha: string;
  readonly folder: string;
  /** Tells apart the reviews of several workflows; empty without a name. */
  readonly name?: string | undefined;
  /** What to do with a suggestion that no longer applies and has no replies. One with replies stays, and is hidden for `minimise`. */
  readonly whenVoid: 'delete' | 'minimise';
}

/** More suggestions would hide the change itself. */
const maxSuggestions = 20;

interface OwnSuggestion {
  readonly id: number;
  readonly nodeId: string;
  readonly path: string;
  readonly line: number | null;
  readonly startLine: number | null;
  readonly body: string;
  readonly hasReplies: boolean;
}

/**
 * Updates the suggestions on the lines of a pull request. Valid ones stay, outdated ones are removed, and new ones are added in one
 * review. Returns the findings whose fix can be clicked. Throws GitHub's errors.
 */
export async function putSuggestions(
  presentation: Pick<Presentation, 'hasFixes' | 'suggestions'>,
  target: SuggestionTarget,
): Promise<ReadonlySet<Diagnostic>> {
  const { store, number, headSha } = target;
  const { github, repository } = store;
  const present = await ownSuggestions(target);
  const { hasFixes } = presentation;

  if (present.length === 0 && !hasFixes) return new Set();

  const { data: pull } = await github.rest.pulls.get({ ...repository, pull_number: number });
  if (pull.head.sha !== headSha) return new Set();

  const wanted = hasFixes ? await wantedSuggestions(presentation, target) : [];
  // Two runs may both have made one at the same moment. The first one stays.
  const held = wanted.map((suggestion) => present.find((comment) => isSame(comment, suggestion)));
  const stale = present.filter((comment) => !held.includes(comment));

  if (target.whenVoid === 'minimise') {
    const nodes = (comments: readonly (OwnSuggestion | undefined)[]) =>
      comments.flatMap((comment) => comment?.nodeId ?? []);
    await minimise(github, { resolved: nodes(stale), standing: nodes(held) });
  } else
    for (const { id, hasReplies } of stale)
      if (!hasReplies) await github.rest.pulls.deleteReviewComment({ ...repository, comment_id: id });

  const missing = wanted.filter((_, i) => held[i] === undefined);
  if (missing.length > 0)
    await github.rest.pulls.createReview({
      ...repository,
      pull_number: number,
      commit_id: headSha,
      event: 'COMMENT',
      body: '',
      comments: missing.map(reviewComment),
    });

  return new Set(wanted.flatMap(({ diagnostics }) => diagnostics));
}

/** Fixes whose lines are in the diff, in files that GitHub's test merge did not change. */
async function wantedSuggestions(
  presentation: Pick<Presentation, 'suggestions'>,
  { store, number, headSha, reviewedSha, ...review }: SuggestionTarget,
): Promise<Suggestion[]> {
  const [atHead, reviewed] = [await store.tree(headSha), await store.tree(reviewedSha)];
  const lines = await readDiffLines(store.github, store.repository, number);
  const sameFiles = [...lines].filter(([file]) => atHead.get(file)?.sha === reviewed.get(file)?.sha);

  return presentation
    .suggestions(new Map(sameFiles))
    .slice(0, maxSuggestions)
    .map((suggestion) => ({ ...suggestion, body: `${suggestion.body.trimEnd()}\n\n${marker(review)}` }));
}

const marker = ({ folder, name = '' }: Pick<SuggestionTarget, 'folder' | 'name'>): string =>
  `<!-- plumbline:fix folder=${markerText(folder)}${nameText(name)} -->`;

const reviewComment = ({ file, startLine, endLine, body }: Suggestion) => ({
  path: file,
  body,
  line: endLine,
  side: 'RIGHT',
  ...(startLine < endLine && { start_line: startLine, start_side: 'RIGHT' }),
});

const isSame = (comment: OwnSuggestion, { file, startLine, endLine, body }: Suggestion): boolean =>
  comment.path === file &&
  comment.line === endLine &&
  (comment.startLine ?? comment.line) === startLine &&
  isSameBody(comment.body, body);

async function ownSuggestions({ store, number, ...review }: SuggestionTarget): Promise<OwnSuggestion[]> {
  const { github, repository } = store;
  const parameters = { ...repository, pull_number: number, per_page: 100 };
  const all = await github.paginate(github.rest.pulls.listReviewComments, parameters);
  const marked = all.filter(({ body }) => body.trimEnd().endsWith(marker(review)));
  const ours = await writtenByUs(github, marked);

  return ours.map(({ id, node_id, path, line, start_line, body }) => ({
    id,
    nodeId: node_id,
    path,
    line: line ?? null,
    startLine: start_line ?? null,
    body,
    hasReplies: all.some((other) => other.in_reply_to_id === id),
  }));
}
