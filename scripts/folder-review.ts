import { readFileSync } from 'node:fs';
import { defaultSettings } from '../src/engine/karpenter/api/settings.ts';
import type { Review } from '../src/engine/review/context/review-data.ts';
import { figures } from '../src/engine/review/figures/figures.ts';
import { review } from '../src/engine/review/review.ts';
import { openFacts } from '../src/io/catalog/facts.ts';
import { Repository } from '../src/io/git/repository.ts';
import { readPair } from '../src/io/sides/read-pair.ts';

/** The review of a folder with `base` and `head`. */
export async function reviewOfFolder(folder: string): Promise<Review> {
  const pair = { repository: new Repository(folder), base: 'base', head: 'head', paths: [] };
  const { base, head } = await readPair(pair);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  return review({ base, head, settings: defaultSettings, facts: openFacts('data'), figures, version });
}
