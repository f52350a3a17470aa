import type { ReviewComment } from '../../github/github.ts';
import { pushTo } from '../../github/scene.ts';
import { review } from '../review.ts';
import type { Story } from '../story.ts';

/** The suggestions are applied; the comment updates. */
export async function suggestion(story: Story): Promise<void> {
  const { narrator, world } = story;
  narrator.scene('Ada applies the suggestions');
  const number = story.pull!.number;
  const [before] = await world.github.comments(number);
  const suggestions = (await world.github.reviewComments(number)).filter(({ body }) => suggested(body) !== undefined);
  for (const { path, line, body } of suggestions) narrator.show(`${path}:${line} → ${suggested(body)!.trim()}`);
  narrator.claim('each mistake has a suggestion at its line', suggestions.length === 2);
  story.branch = { ...story.branch, ...applied(story.branch, suggestions) };
  story.pull = pushTo(world.github, story.pull!, story.branch);
  const said = await review(story);
  const [after] = await world.github.comments(number);
  narrator.tell('The same comment now says:');
  narrator.show(after!.body, 13);
  narrator.claim('it is the same comment, updated in place', after!.id === before!.id);
  narrator.claim('the review passes', said.isSuccess);
  story.digest = /digest `([0-9a-f]{64})`/.exec(after!.body)?.[1] ?? '';
  narrator.claim('it shows the plan of what will be applied, and its digest', story.digest !== '');
}

/** The content of a comment's suggestion block. */
const suggested = (body: string): string | undefined => /```suggestion\n([\s\S]*?)\n```/.exec(body)?.[1];

/** The files after the suggestions are committed, applied from the last line to the first, so that line numbers stay valid. */
function applied(files: Story['branch'], suggestions: readonly ReviewComment[]): Record<string, string> {
  const changed: Record<string, string> = {};
  for (const { path, line, start_line, body } of suggestions.toSorted((a, b) => b.line - a.line)) {
    const lines = (changed[path] ?? files[path]!).split('\n');
    const first = start_line ?? line;
    lines.splice(first - 1, line - first + 1, suggested(body)!);
    changed[path] = lines.join('\n');
  }
  return changed;
}
