import type { Value } from '../../../manifest/model/manifest.ts';
import { folderOf, resolvePath } from '../../../text/source.ts';
import type { Discovery } from '../discovery/discovery.ts';
import { globMatches, globOf } from '../repository/glob.ts';

/** Work for the patterns of one file, as `globMatches` counts it. With more, every file below the folder of a pattern counts as named. */
const maxWork = 1_000_000;

/** Longer texts name no file. */
const maxPathLength = 300;

/**
 * The files of the repository that the texts of some data name, relative to the folder of a file, sorted. A part of a
 * name that a template computes, or a pattern, may be anything. `computed` finds the words that stand for a template.
 */
export function namedFiles(
  value: Value,
  file: string,
  computed: RegExp,
  { tree, folders }: Discovery,
): readonly string[] {
  const names = new Set<string>();
  let work = 0;
  const spend = (amount: number): boolean => {
    work += amount;
    return work <= maxWork;
  };

  for (const text of new Set(textsIn(value))) {
    const path = text.length <= maxPathLength ? resolvePath(folderOf(file), text.replace(computed, '*')) : undefined;
    if (path === undefined || path === '') continue;

    if (!/[*?]/.test(path)) {
      if (tree.files.has(path)) names.add(path);
      continue;
    }

    // A template alone may be a path of several folders, and one without any other word names nothing.
    const glob = globOf(path).map((step) => (step === '*' ? '**' : step));
    const first = glob.findIndex((step) => /[*?]/.test(step));
    const folder = glob.slice(0, first).join('/');
    if (glob.every((step) => /^[*?]+$/.test(step))) continue;
    for (const name of folders.below(folder)) {
      const isNamed = globMatches(glob, name.split('/'), spend);
      if (isNamed || work > maxWork) names.add(name);
    }
  }

  return [...names].sort();
}

function textsIn(value: Value): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
