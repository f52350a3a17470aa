import { readFileSync } from 'node:fs';
import { type CrdVersion, decodeCrdPack } from '../../src/engine/files/schema/definitions/crd-pack.ts';

/** Karpenter's CustomResourceDefinitions of one minor as objects, rebuilt from data/crds. They have no conversion, because no webhook runs. */
export function karpenterCrds(karpenterVersion: string): readonly object[] {
  const file = new URL(`../../data/crds/${karpenterVersion}.json`, import.meta.url);
  const versions = decodeCrdPack(JSON.parse(readFileSync(file, 'utf8'))).versions;
  const names = [...new Set(versions.map(({ plural, group }) => `${plural}.${group}`))].sort();
  return names.map((name) =>
    crd(
      name,
      versions.filter(({ plural, group }) => `${plural}.${group}` === name),
    ),
  );
}

function crd(name: string, versions: readonly CrdVersion[]): object {
  const { group, kind, plural, scope } = versions[0]!;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name,
      // The API server requires an approval note for a protected group.
      ...(group.endsWith('k8s.io') && { annotations: { 'api-approved.kubernetes.io': 'unapproved, a test' } }),
    },
    spec: {
      group,
      scope,
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: versions.map(({ version, served, storage, subresources, schema }) => ({
        name: version,
        served,
        storage,
        ...(subresources.includes('status') && { subresources: { status: {} } }),
        schema: { openAPIV3Schema: schema },
      })),
    },
  };
}
