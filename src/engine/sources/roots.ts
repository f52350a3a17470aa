import type { Settings } from '../api/settings.ts';
import type { DefinitionKind } from '../manifest/definition-kinds.ts';
import { compareNames } from '../name-order.ts';
import type { Source } from '../source.ts';
import { quotedNames } from '../text/quoted-names.ts';
import type { Discovery } from './discovery.ts';
import { environmentOf } from './environment.ts';
import { expandApplicationSet } from './gitops/application-set.ts';
import { applicationRoots } from './gitops/argo-application.ts';
import { unmadeRoot } from './gitops/declared-root.ts';
import { type Definition, definitionsIn, tooManyApplications, unknownObstacle } from './gitops/definition.ts';
import { fluxKustomizationRoot, helmReleaseRoot } from './gitops/flux.ts';
import { chartRoots } from './helm/chart-roots.ts';
import { kustomizeRoots } from './kustomize/kustomize-roots.ts';
import { namedRoot } from './named-root.ts';
import { isWithin } from './repository/file-tree.ts';
import type { Root } from './root.ts';

/**
 * All roots of one side, by name: what objects of Argo CD and Flux point at, then kustomizations that nobody includes and
 * charts, where no object speaks of them.
 */
export function rootsOf(discovery: Discovery, sources: readonly Source[], settings: RootSettings): Root[] {
  const named = settings.sources.roots.map((root) => namedRoot(root, discovery));
  const declared = [...named, ...declaredRoots(discovery, sources)];
  const folders = new Set(
    declared.flatMap(({ call }) => (call === null ? [] : ['helm' in call ? call.helm.chart : call.kustomize.folder])),
  );
  const kustomizations = kustomizeRoots(discovery).filter(
    (root) =>
      root.call === null ||
      'helm' in root.call ||
      !(folders.has(root.call.kustomize.folder) || isGivenByFlux(root, declared)),
  );
  const taken = new Set([...declared, ...kustomizations].flatMap(({ files }) => files));
  const charts = chartRoots(discovery, (folder) => taken.has(folder === '' ? 'Chart.yaml' : `${folder}/Chart.yaml`));
  const isIgnored = ({ file }: Root): boolean => settings.sources.ignore.some((folder) => isWithin(file, folder));
  return byName(
    [...declared, ...kustomizations, ...charts]
      .filter((root) => !isIgnored(root))
      .map((root) => withKubernetes(withEnvironment(root, settings), settings)),
  );
}

/**
 * Flux takes kustomizations below a folder that has none itself. Where something keeps it from being rendered, those that it
 * does not stand in are rendered on their own.
 */
const isGivenByFlux = ({ file, obstacles }: Root, declared: readonly Root[]): boolean =>
  declared.some(
    (root) =>
      root.tool === 'flux' && root.files.includes(file) && (root.obstacles.length === 0 || obstacles.length > 0),
  );

/** What the discovery takes from the configuration. */
export type RootSettings = Pick<Settings, 'sources' | 'environments'> & Partial<Pick<Settings, 'kubernetesVersion'>>;

/** Charts are rendered for the Kubernetes of their environment, where the configuration names it. */
function withKubernetes(root: Root, { environments, kubernetesVersion }: RootSettings): Root {
  const version = environments[root.environment ?? '']?.own.kubernetesVersion ?? kubernetesVersion;
  return version === undefined ? root : { ...root, kubernetesVersion: version };
}

function withEnvironment(root: Root, { environments }: RootSettings): Root {
  const { call, file } = root;
  const path =
    call === null ? file : 'helm' in call ? (call.helm.valueFiles.at(-1) ?? call.helm.chart) : call.kustomize.folder;
  const found = environmentOf(path, environments);
  return found.isEnvironmentKnown && !root.isEnvironmentKnown ? { ...root, ...found } : { ...found, ...root };
}

/** What objects of Argo CD and Flux among some files point at. */
const declaredRoots = (discovery: Discovery, sources: readonly Source[]): Root[] =>
  byName(definitionsIn(sources).flatMap((definition) => rootsOfKind[definition.kind](definition, discovery)));

/** What each kind of definition makes. */
const rootsOfKind: Readonly<Record<DefinitionKind, (definition: Definition, discovery: Discovery) => Root[]>> = {
  Application: applicationRoots,
  ApplicationSet: applicationSetRoots,
  HelmRelease: (definition, discovery) => [helmReleaseRoot(definition, discovery)],
  Kustomization: (definition, discovery) => [fluxKustomizationRoot(definition, discovery)],
};

function applicationSetRoots(definition: Definition, discovery: Discovery): Root[] {
  const { applications, unknown: generators, isPatchUnknown, isCut } = expandApplicationSet(definition, discovery);
  const excess = isCut ? [unmadeRoot({ definition, tool: 'argocd' }, [tooManyApplications(definition)])] : [];
  if (isPatchUnknown)
    return [
      ...excess,
      unmadeRoot({ definition, tool: 'argocd' }, [
        unknownObstacle(definition, 'is changed by a `templatePatch` that is not worked out', 'templatePatch'),
      ]),
    ];
  const what = quotedNames(generators);
  const unmade =
    generators.length === 0
      ? []
      : [
          unmadeRoot({ definition, tool: 'argocd' }, [
            unknownObstacle(definition, `asks the generator ${what}, which no repository answers`, generators[0]),
          ]),
        ];
  const roots = applications.flatMap((application) => applicationRoots(application, discovery));
  // Why these are not known has been said.
  return [...excess, ...unmade, ...roots.filter(({ call }) => unmade.length === 0 || call !== null)];
}

/**
 * Two of one name go by what they apply, which is the same on both sides of a change whatever order they are found in; then by
 * numbers, so that none is lost.
 */
function byName(roots: readonly Root[]): Root[] {
  const places = new Map<string, Set<string>>();
  for (const root of roots) places.set(root.name, (places.get(root.name) ?? new Set()).add(placeOf(root)));
  const counts = new Map<string, number>();
  const unique = roots.map((root) => {
    const name = places.get(root.name)!.size > 1 ? `${root.name} (${placeOf(root)})` : root.name;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return { ...root, name: count === 1 ? name : `${name} (${count})` };
  });
  return unique.sort((a, b) => compareNames(a.name, b.name));
}

const placeOf = ({ call, file }: Root): string => (call && 'kustomize' in call ? call.kustomize.folder || '.' : file);
