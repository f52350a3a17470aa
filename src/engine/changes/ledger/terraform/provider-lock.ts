import { isForeignProvider } from './applying-terraform.ts';

export const isProviderLock = (path: string): boolean => /(?:^|\/)\.terraform\.lock\.hcl$/.test(path);

/** What is known of a change of a lock file, with a clause that says why: it is harmless, or outside. */
interface EffectOfLock {
  readonly isHarmless: boolean;
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
  return isRead ? versions : undefined;
}

/**
 * What another lock file does: nothing if all versions are the same, and nothing here if only those of providers differ whose resources neither nodes nor
 * Karpenter use. Undefined if another version may plan other changes.
 */
export function effectOfLock(before: string, after: string): EffectOfLock | undefined {
  const [old, now] = [versionsIn(before), versionsIn(after)];
  if (old === undefined || now === undefined) return undefined;

  const names = [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name));
  if (names.length === 0) return { isHarmless: true, reason: 'other checksums of the same versions' };
  if (!names.every((name) => isForeignProvider(name.split('/').at(-1) ?? ''))) return undefined;
  return { isHarmless: false, reason: 'versions of providers whose resources neither nodes nor Karpenter use' };
}
