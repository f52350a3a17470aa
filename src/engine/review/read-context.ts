import {
  type ManifestSet,
  manifestSet,
  type ParsedFile,
  quotedFile,
  unreadFile,
  unrenderedFile,
} from '../manifest/manifest-set.ts';
import { parseManifests } from '../manifest/parse.ts';
import { mayHoldSuppression } from '../manifest/suppression.ts';
import type { Source } from '../source.ts';
import { type Context, knownOf } from './context.ts';
import { Origins } from './findings/origins.ts';
import { ObjectLimit } from './object-limit.ts';
import type { ReviewInput } from './review-input.ts';
import type { SourceSet } from './source-set.ts';
import { targetBefore, targetOf, withClusterVersions } from './target.ts';

/** Parses both sides, each file once, and determines what they are checked against: the context of everything that is reviewed. */
export function contextOf(input: ReviewInput): Context {
  const parsed = new Map<Source, ParsedFile>();
  const parse = (source: Source): ParsedFile => {
    const file = parsed.get(source) ?? parseManifests(source, { set: input.settings.set });
    parsed.set(source, file);
    return file;
  };
  const setOf = (side: SourceSet, read: (source: Source) => ParsedFile): ManifestSet =>
    manifestSet(
      [
        ...side.sources.map(read),
        ...side.diagnostics.map((diagnostic) => unreadFile(diagnostic)),
        ...(side.unmade ?? []).map(({ file, diagnostic }) => unrenderedFile(file, diagnostic)),
      ],
      // Files that other texts were rendered from are only searched for plumbline's comments. Most have none and need no parsing.
      (side.originals ?? []).map((source) => (mayHoldSuppression(source.text) ? parse(source) : quotedFile(source))),
    );
  const bounded = (side: SourceSet): ManifestSet => {
    const limit = new ObjectLimit();
    return setOf(side, (source) => {
      const file = limit.read(source, parse);
      // A parsed file beyond the limit is dropped on both sides.
      parsed.set(source, file);
      return file;
    });
  };
  const head = bounded(input.head);
  const live = input.live ? setOf(input.live, parse) : null;
  const target = withClusterVersions(targetOf(input), live);
  return {
    ...knownOf(target, input),
    before: knownOf(targetBefore(target, input), input),
    facts: input.facts,
    base: input.base && bounded(input.base),
    head,
    live,
    lives: new Map(Object.entries(input.lives ?? {}).map(([name, live]) => [name, setOf(live, parse)])),
    origins: { base: originsOf(input.base), head: originsOf(input.head) },
    environment: null,
    owns: () => true,
    sees: () => true,
  };
}

const originsOf = (side: SourceSet | null): Origins => new Origins(side?.sources ?? [], side?.originals ?? []);
