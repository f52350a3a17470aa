import { objectIdentity } from '../../files/places/object-identity.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { nameOfSource } from '../../text/source.ts';

/** Objects that several roots of one environment define with different content: whichever is applied last wins. */
export function rootConflicts({ manifests }: ManifestSet): Diagnostic[] {
  const first = new Map<string, Manifest>();
  return manifests.flatMap((manifest) => {
    const environment = manifest.source.origin?.environment;
    if (environment === undefined || manifest.name === '') return [];
    const key = JSON.stringify([environment, objectIdentity(manifest)]);
    const other = first.get(key);
    if (other === undefined) first.set(key, manifest);
    if (other === undefined || isSame(other, manifest)) return [];
    return [conflict(manifest, other, environment)];
  });
}

const isSame = (a: Manifest, b: Manifest): boolean => JSON.stringify(a.object) === JSON.stringify(b.object);

function conflict(manifest: Manifest, other: Manifest, environment: string): Diagnostic {
  const [first, two] = [nameOfSource(other.source), nameOfSource(manifest.source)];
  return {
    code: 'render/conflict',
    severity: 'warning',
    message: `${manifest.kind} \`${manifest.name}\` is defined differently by \`${first}\` and \`${two}\` in environment \`${environment}\`. Whichever is applied last wins`,
    span: manifest.span([]),
    labels: [{ span: other.span([]), message: 'the other definition' }],
    resource: manifest.ref,
    help: 'Remove one of the two definitions.',
  };
}
