import { isForeignProvider } from './applying-terraform.ts';
import { majorOf } from './version-ranges.ts';

export const isProviderLock = (path: string): boolean => /(?:^|\/)\.terraform\.lock\.hcl$/.test(path);

/** What is known of a change of a lock file, with a clause that says why, or what it decides. */
interface EffectOfLock {
  readonly class: 'harmless' | 'outside' | 'not understood';
  readonly reason: string;
}

/** The providers of a lock file and their versions. Undefined if it has anything else, such as what a merge has left. */
function versionsIn(text: string): ReadonlyMap<string, string> | undefined {
  const versions = new Map<string, string>();
  const rest = text.replace(
    /^provider "([^"\n]{1,200})" \{\n((?:[ \t][^\n]*\n)*)\}$/gm,
    (_, name: string, body: string) => {
      versions.set(name, /^[ \t]+version[ \t]*=[ \t]*"([^"\n]*)"/m.exec(body)?.[1] ?? body);
      return '';
    },
  );

  const isRead = rest.split('\n').every((line) => /^\s*(?:#.*)?$/.test(line));
  if (isRead) return versions;
  return undefined;
}

/**
 * What another lock file does: nothing if the major version of each provider is the same, and nothing here if only those of providers differ whose
 * resources neither nodes nor Karpenter use. Undefined if another version may plan other changes.
 */
export function effectOfLock(before: string, after: string): EffectOfLock | undefined {
  const [old, now] = [versionsIn(before), versionsIn(after)];
  if (old === undefined || now === undefined) return undefined;

  const names = [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name));
  if (names.length === 0) return { class: 'harmless', reason: 'other checksums of the same versions' };

  const others = names.filter((name) => !isForeignProvider(name.split('/').at(-1) ?? ''));
  if (others.length === 0)
    return { class: 'outside', reason: 'versions of providers whose resources neither nodes nor Karpenter use' };
  if (others.every((name) => isSameMajor(old.get(name), now.get(name))))
    return { class: 'harmless', reason: sameMajor };

  return { class: 'not understood', reason: otherMajor };
}

/** Why another version of a provider is harmless. Providers break nothing within a major version. */
export const sameMajor = 'versions of providers within the same major version';

/** Whether a provider has the same major version, or is on one side only, where its resources are judged themselves. */
const isSameMajor = (before: string | undefined, after: string | undefined): boolean =>
  before === undefined || after === undefined || majorOf(before) === majorOf(after);

/** What another major version of a provider decides. */
export const otherMajor =
  'which major version of a provider plans the resources, and its upgrade guide says what it plans in another way';
