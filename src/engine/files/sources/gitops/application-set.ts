import { isObject, type Mapping, mappingOrEmpty } from '../../../manifest/model/manifest.ts';
import type { Discovery } from '../discovery/discovery.ts';
import { mappingsOf, readMapping, stringOf } from '../repository/yaml-data.ts';
import {
  type GeneratorAnswer,
  type GeneratorContext,
  maxApplications,
  parametersOf,
} from './application-set-generators.ts';
import { fill, fillText, overlaid } from './application-set-template.ts';
import { argoFinalizer, type Definition } from './definition.ts';

/** The Applications of an ApplicationSet, and what is unknown about them. */
interface Expansion {
  readonly applications: readonly Definition[];
  /** Names of generators whose results are outside the repository, such as `clusters` and `pullRequest`. */
  readonly unknown: readonly string[];
  /** Its `templatePatch` is a template that plumbline cannot evaluate, so none of its Applications is known. */
  readonly isPatchUnknown: boolean;
  /** It generates more Applications than plumbline reviews. */
  readonly isCut: boolean;
}

/** Evaluates the generators that need only the repository: `list`, `git`, and `matrix` and `merge` of these. */
export function expandApplicationSet(set: Definition, discovery: Discovery): Expansion {
  let isCut = false;

  const cut = (): void => {
    isCut = true;
  };

  const context: GeneratorContext = { discovery, isGo: set.spec.goTemplate === true, cut };

  const generators = mappingsOf(set.spec.generators).map((generator) => ({
    template: templateOf(set, generator),
    answer: parametersOf(generator, context),
  }));

  const generated = generators.flatMap(({ template, answer }) => {
    const size = JSON.stringify(template).length;
    return parametersIn(answer).map((parameters) => ({ template, parameters, size }));
  });

  const unknown = generators.flatMap(({ answer }) => {
    if ('unknown' in answer) return [answer.unknown];
    return [];
  });
  const followed = generated.slice(0, maxApplications).filter(({ size }) => discovery.generatorWork.spend(size));

  if (followed.length < generated.length) cut();

  const applications = followed.map(({ template, parameters }) => applicationOf(set, template, parameters));
  if (applications.includes(undefined)) return { applications: [], unknown, isPatchUnknown: true, isCut };

  // The part of the template that does not depend on parameters is known in any case.
  const remaining = unknown.length > 0 ? applicationOf(set, templateOf(set, {}), {}) : undefined;
  const all = [...applications, remaining].filter((definition) => definition !== undefined);
  const unique = new Map(all.map((definition) => [JSON.stringify([definition.name, definition.spec]), definition]));
  return { applications: [...unique.values()], unknown, isPatchUnknown: false, isCut };
}

const parametersIn = (answer: GeneratorAnswer): readonly Mapping[] => {
  if ('parameters' in answer) return answer.parameters.slice(0, maxApplications + 1);
  return [];
};

/** The template of a generator overrides that of the set (argo-cd applicationset/controllers/template). */
function templateOf({ spec }: Definition, generator: Mapping): Mapping {
  const template = Object.values(generator).find(
    (item): item is Mapping => isObject(item) && isObject(item.template),
  )?.template;
  const shared = mappingOrEmpty(spec.template);
  if (isObject(template)) return overlaid(shared, template);
  return shared;
}

const keepsObjects = ({ spec: { syncPolicy } }: Definition): boolean =>
  isObject(syncPolicy) && syncPolicy.preserveResourcesOnDeletion === true;

/** Undefined if a patch of the set cannot be evaluated. */
function applicationOf(set: Definition, template: Mapping, parameters: Mapping): Definition | undefined {
  const filled = patched(fill(template, parameters) as Mapping, stringOf(set.spec.templatePatch), parameters);
  if (filled === undefined) return undefined;

  const { metadata, spec } = filled;
  const name = isObject(metadata) ? stringOf(metadata.name) : undefined;

  return {
    file: set.file,
    place: set.place,
    ...(set.parent && { parent: set.parent }),
    kind: 'Application',
    name: name ?? set.name,
    namespace: set.namespace,
    finalizers: keepsObjects(set) ? [] : [argoFinalizer],
    metadata: mappingOrEmpty(metadata),
    set,
    parameters,
    ...(set.isTemplate && { isTemplate: true as const }),
    spec: mappingOrEmpty(spec),
  };
}

function patched(application: Mapping, patch: string | undefined, parameters: Mapping): Mapping | undefined {
  if (patch === undefined) return application;
  const text = fillText(patch, parameters);
  // plumbline does not evaluate conditions and loops of Go templates.
  const read = text.includes('{{') ? undefined : readMapping(text);
  if (read && 'data' in read) return overlaid(application, read.data);
  return undefined;
}
