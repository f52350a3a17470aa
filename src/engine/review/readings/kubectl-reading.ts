import type { RepositoryChange } from '../../changes/ledger/changed-file.ts';
import type { Value } from '../../manifest/model/manifest.ts';
import { isManifestPath } from '../../manifest/prefilter.ts';
import type { Source } from '../../text/source.ts';

/** What `kubectl apply -f` reads from a text. It applies the objects even if there is an error. */
export interface KubectlReading {
  /** Objects in their order. Lists are replaced by their items. */
  readonly objects: readonly Value[];
  /** Its first error, or why there is no answer. */
  readonly error?: string;
}

/** Changed files as kubectl reads them, at the same index in both lists. */
export interface KubectlReadings {
  readonly files: readonly Source[];
  readonly readings: readonly KubectlReading[];
}

/**
 * Texts that kubectl's decoder reads in one review, in UTF-16 code units. It takes about a second for this much. Short
 * files are read first, and people write short files.
 */
const maxLength = 2 * 1024 * 1024;

/**
 * What a text must contain to be an object: the names of its two keys, or letters in another spelling. YAML spells them by escapes, by a line break
 * in quotes (both with a backslash), or by a tag such as `!!binary`. JSON spells them by escapes.
 */
const mayNameKind = (text: string): boolean =>
  (text.includes('apiVersion') && text.includes('kind')) ||
  /\\(?:[xuU\x85\u2028\u2029]|$)|(?:^|[\s[{,:?-])!/m.test(text);

/** The files that a change adds or edits and that may contain objects for kubectl, the shortest first. */
export function filesForKubectl(changed: RepositoryChange | null | undefined): readonly Source[] {
  const files = (changed?.files ?? []).flatMap(({ path, before, after }): Source[] => {
    if (typeof after === 'string' && after !== before && isManifestPath(path) && mayNameKind(after))
      return [{ file: path, text: after }];

    return [];
  });

  files.sort((a, b) => a.text.length - b.text.length);

  let length = 0;
  return files.filter(({ text }) => {
    length += text.length;
    return length <= maxLength;
  });
}
