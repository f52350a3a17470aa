import type { Change } from '../../manifest/change.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { quoted } from '../../text/words/quoted-names.ts';

/**
 * The findings of base, and once more those about objects that the change renames, with the names of head. A finding that only has another
 * name in it is not new.
 */
export function withNewNames(diagnostics: readonly Diagnostic[], changes: readonly Change[]): readonly Diagnostic[] {
  const renamed = changes.filter(({ renamedTo }) => renamedTo !== undefined);
  if (renamed.length === 0) return diagnostics;

  const names = new Map(renamed.map(({ resource, renamedTo }) => [quoted(resource.name), quoted(renamedTo!)]));
  const nameOf = ({ kind, name }: NonNullable<Diagnostic['resource']>): string =>
    renamed.find(({ resource }) => resource.kind === kind && resource.name === name)?.renamedTo ?? name;

  return diagnostics.flatMap((diagnostic) => {
    const message = diagnostic.message.replace(/`[^`]+`/g, (name) => names.get(name) ?? name);
    const resource = diagnostic.resource && { ...diagnostic.resource, name: nameOf(diagnostic.resource) };
    if (message === diagnostic.message && resource?.name === diagnostic.resource?.name) return [diagnostic];
    return [diagnostic, { ...diagnostic, message, resource }];
  });
}
