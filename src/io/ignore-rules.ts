import { readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';

/** The `.gitignore` files that hold for a folder, outermost first. */
export type IgnoreRules = readonly { readonly folder: string; readonly rules: Ignore }[];

const slashed = (path: string): string => (sep === '/' ? path : path.replaceAll(sep, '/'));

/** Adds the `.gitignore` of a folder to those of its ancestors. */
export async function withFolder(outer: IgnoreRules, folder: string): Promise<IgnoreRules> {
  const text = await readFile(join(folder, '.gitignore'), 'utf8').catch(() => undefined);
  return text === undefined ? outer : [...outer, { folder, rules: ignore().add(text) }];
}

/** Rules of the folders above one, up to `top` (the root of its repository). */
export async function rulesAbove(folder: string, top: string): Promise<IgnoreRules> {
  const above = dirname(folder);
  if (folder === top || above === folder || relative(top, folder).startsWith('..')) return [];
  return withFolder(await rulesAbove(above, top), above);
}

/** Whether git would leave a path out; inner files overrule outer ones. */
export function isIgnored(all: IgnoreRules, path: string, isFolder: boolean): boolean {
  let ignored = false;
  for (const { folder, rules } of all) {
    const result = rules.test(slashed(relative(folder, path)) + (isFolder ? '/' : ''));
    if (result.ignored) ignored = true;
    else if (result.unignored) ignored = false;
  }
  return ignored;
}
