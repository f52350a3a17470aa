import { argoReferences, at } from '../../../manifest/hints/version-references.ts';
import { type Mapping, mappingOrEmpty } from '../../../manifest/model/manifest.ts';
import { mappingsOf, stringOf } from '../repository/yaml-data.ts';
import type { GeneratedVersion } from '../root/root.ts';
import type { Definition } from './definition.ts';

/** The version of Karpenter's chart in a source of an Application, if its ApplicationSet fills it in. */
export function generatedVersion(definition: Definition, source: Mapping, index: number): GeneratedVersion | undefined {
  const { set, parameters } = definition;
  if (set === undefined || parameters === undefined || argoReferences(source, []).length === 0) return undefined;

  const template = mappingOrEmpty(at(set.spec, 'template', 'spec'));
  const { targetRevision } = mappingOrEmpty(template.source ?? mappingsOf(template.sources)[index]);
  const { repoURL, chart, path, targetRevision: version } = source;
  if (stringOf(version) === undefined || version === targetRevision) return undefined;

  const filled = Object.entries({ repoURL, chart, path, targetRevision: version }).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { set: set.name, source: Object.fromEntries(filled), template: targetRevision, parameters };
}
