import { openScene } from '../../github/scene.ts';
import { change } from '../repository.ts';
import { review } from '../review.ts';
import type { Story } from '../story.ts';

/** A pull request with mistakes is opened. A comment and annotations appear. */
export async function mistakes(story: Story): Promise<void> {
  const { narrator, world } = story;
  narrator.scene('Ada opens a pull request: a NodePool for reports, with two mistakes');
  story.branch = { ...story.main, ...change };
  story.pull = await openScene(world.github, story.main, change);
  const said = await review(story);
  const [comment] = await world.github.comments(story.pull.number);
  narrator.tell('The workflow reviews it, and a comment appears:');
  narrator.show(comment!.body, 9);
  narrator.claim('the comment names `limit`, which the API server would drop', comment!.body.includes('`limit`'));
  narrator.claim('it names the invalid effect of the taint', comment!.body.includes('NoSchedul'));
  const places = said.annotations.filter(({ place }) => place.file === 'pools/reports.yaml');
  for (const { place, message } of places) narrator.show(`${place.file}:${place.line} ${message.split('\n')[0]}`);
  narrator.claim(
    'annotations are at the right lines',
    places.some(({ place }) => place.line === '6'),
  );
  narrator.claim('the check fails, so nothing can be merged', !said.isSuccess);
}
