import { makesPods } from '../../manifest/makers/makes-pods.ts';
import { asList, isObject, type Mapping } from '../../manifest/model/manifest.ts';
import { isPlainPolicy } from '../../manifest/pod-policies/policies.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { compareNames } from '../../text/name-order.ts';
import type { Source } from '../../text/source.ts';
import { byCount } from '../../text/words/plural.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { documentTexts } from './gitops/definition.ts';
import { isExample } from './helm/chart.ts';
import { mayHavePodSettings, type PodSetting, podSettings } from './pod-settings.ts';
import { readMappings, stringOf } from './repository/yaml-data.ts';

/** Something that creates or changes pods and that a review does not simulate: a chart that is not rendered, or an object of an operator. */
export interface UnseenPods {
  /** `HelmRelease web/web`. */
  readonly name: string;
  readonly source: Source;
  readonly settings: readonly PodSetting[];
  /** Whether figures count its pods, unless a snapshot has those that run. */
  readonly isMade?: boolean;
}

/** The names of everything that may create pods on each side, also without settings of pods. */
interface NamesOfSides {
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
}

/**
 * One finding for everything that creates pods and is not simulated, if the change edits how many pods there are, what they request or
 * where they may run.
 */
export function unseenPods(
  before: readonly UnseenPods[],
  after: readonly UnseenPods[],
  { help, sides }: { readonly help: string; readonly sides?: NamesOfSides },
): Diagnostic[] {
  const edited = [...missingIn(before, after), ...missingIn(after, before)].filter(({ isMade }) => isMade !== true);
  const names = [...new Set(edited.map(({ name }) => name))].sort(compareNames);
  const first = edited.find(({ name }) => name === names[0]);
  if (!first) return [];

  const { file } = first.source;

  return [
    {
      code: 'render/unknown',
      severity: 'note',
      message: sides === undefined ? editText(names) : messageOf(names, sides),
      span: { file, ...placeOf(first, [...before, ...after]) },
      labels: [],
      resource: null,
      help,
      isChanged: true,
    },
  ];
}

/** Whether the objects are new, gone or edited, and that nobody knows their pods. */
function messageOf(names: readonly string[], { before, after }: NamesOfSides): string {
  const [objects, pronoun] = [firstNames(names.map(quoted)), byCount(names.length, 'its', 'their')];
  const unknown = `plumbline does not know ${pronoun} pods, so the effect on nodes is unknown`;
  if (names.every((name) => !before.has(name))) return `The change adds ${objects}. ${unknown}`;
  if (names.every((name) => !after.has(name))) return `The change removes ${objects}. ${unknown}`;

  return editText(names);
}

function editText(names: readonly string[]): string {
  const verb = byCount(names.length, 'creates', 'create');
  return `The change edits how many pods ${firstNames(names.map(quoted))} ${verb}, what they request or where they may run. plumbline does not know these pods, so the effect on nodes is unknown`;
}

/** What is in `all` and not in `other`. What only got another name, such as a root that moved, has the same settings. */
function missingIn(other: readonly UnseenPods[], all: readonly UnseenPods[]): readonly UnseenPods[] {
  const spellings = new Set(other.map(spelled));
  const [names, namesOfOther] = [all, other].map((those) => new Set(those.map(({ name }) => name)));
  const renamed = new Set(other.filter(({ name }) => !names!.has(name)).map(settingsText));
  return all.filter(
    (pods) => !spellings.has(spelled(pods)) && (namesOfOther!.has(pods.name) || !renamed.has(settingsText(pods))),
  );
}

/** Where a text has the first setting that the other side does not have. */
function placeOf({ name, source: { text }, settings }: UnseenPods, all: readonly UnseenPods[]) {
  const same = all.filter((pods) => pods.name === name).flatMap((pods) => pods.settings.map(settingText));
  const counts = new Map<string, number>();
  for (const setting of same) counts.set(setting, (counts.get(setting) ?? 0) + 1);

  const edited = settings.find((setting) => counts.get(settingText(setting)) === 1);
  let end = 0;
  let start = 0;
  for (const step of (edited ?? settings[0])!.path) {
    const at = text.indexOf(`${step}:`, end);
    if (at >= 0) [start, end] = [at, at + step.length];
  }

  return { start, end };
}

const settingText = ({ path, value }: PodSetting): string => JSON.stringify([path, value]);

const settingsText = ({ settings }: UnseenPods): string => JSON.stringify(settings.map(settingText));

const spelled = (pods: UnseenPods): string => `${pods.name} ${settingsText(pods)}`;

/** Groups of objects that are read, or that have settings with the same names but no pods. */
const otherGroups =
  /(?:^|\.)(?:karpenter\.sh|karpenter\.k8s\.aws|karpenter\.azure\.com|eks\.amazonaws\.com|toolkit\.fluxcd\.io|apiextensions\.k8s\.io|rbac\.authorization\.k8s\.io|node\.k8s\.io|scheduling\.k8s\.io|cluster\.x-k8s\.io|kops\.k8s\.io|eksctl\.io|crossplane\.io|upbound\.io|services\.k8s\.aws|kustomize\.config\.k8s\.io|autoscaling\.x-k8s\.io)$/;
const otherKinds =
  /^(?:Application|ApplicationSet|AppProject|Rollout|KafkaTopic|ValidatingPolicy|ValidatingAdmissionPolicy|VerticalPodAutoscaler)$/;
/** Analyses of Argo Rollouts. Those metrics that are Jobs create pods, as often as a rollout measures. Source: argo-rollouts docs/analysis/job.md. */
const jobsOfMetrics = /^(?:Cluster)?Analysis(?:Template|Run)$/;
/** An object of a group with a dot. Those of Kubernetes itself are read. */
const customObject = /(?:^|[{,])[ \t]*(?:-[ \t]+)?["']?apiVersion["']?[ \t]*:[ \t]*["']?[a-z0-9-]+\.[a-z0-9.-]+\//m;

/** Whether a text may have objects of operators that create pods, or of policies that change pods. */
export const mayHaveUnseenPods = (text: string): boolean =>
  customObject.test(text) && (mayHavePodSettings(text) || text.includes('MutatingAdmissionPolicy'));

/** A definition of a kind. Its schema is long, may name all settings of pods, and creates none. */
const definition = /^kind:[ \t]*["']?CustomResourceDefinition\b/m;

/** The objects in files that create or change pods and are not simulated. */
export const unseenPodsIn = (sources: readonly Source[]): readonly UnseenPods[] =>
  sources.flatMap((source) => {
    if (mayHaveUnseenPods(source.text) && !isExample(source.file))
      return documentTexts(source.text, (text) => mayHaveUnseenPods(text) && !definition.test(text))
        .flatMap(([, text]) => readMappings(text))
        .flatMap(itemsOf)
        .flatMap((object): UnseenPods[] => {
          const settings = settingsOf(object);
          if (settings.length === 0) return [];
          return [{ name: nameOf(object), source, settings, isMade: isMade(object) }];
        });

    return [];
  });

/** The objects of a List, or the object itself. */
const itemsOf = (object: Mapping): readonly Mapping[] => {
  if (typeof object.kind === 'string' && object.kind.endsWith('List')) return asList(object.items).filter(isObject);

  return [object];
};

/** Whether the pods of an object are counted: its kind is known, or it has pod templates with a number. */
const isMade = (object: Mapping): boolean =>
  typeof object.apiVersion === 'string' &&
  typeof object.kind === 'string' &&
  makesPods({ apiVersion: object.apiVersion, kind: object.kind, object });

function nameOf({ kind, metadata }: Mapping): string {
  const { name, namespace } = isObject(metadata) ? metadata : ({} as Mapping);
  return `${kind} ${[stringOf(namespace), stringOf(name)].filter((part) => part !== undefined).join('/')}`.trim();
}

function settingsOf({ apiVersion, kind, metadata: _, ...object }: Mapping): readonly PodSetting[] {
  const [group = '', version] = `${apiVersion}`.split('/');
  if (version === undefined || !group.includes('.') || otherGroups.test(group)) return [];
  if (typeof kind !== 'string' || otherKinds.test(kind)) return [];
  if (isPlainPolicy({ apiVersion: `${apiVersion}`, kind, ...object })) return [];
  // Policies of Kubernetes change pods with expressions.
  if (kind === 'MutatingAdmissionPolicy') return [{ path: ['spec'], value: JSON.stringify(object.spec ?? null) }];

  const all = podSettings(object);
  // Its bounds are simulated, but not the number of replicas at some hours.
  if (kind === 'ScaledObject') return all.filter(({ path }) => path.at(-1) === 'desiredReplicas');

  if (jobsOfMetrics.test(kind)) return all.filter(({ path }) => path.includes('job'));

  // Policies of Kyverno may also check such settings.
  if (group === 'kyverno.io') return all.filter(({ path }) => path.includes('mutate'));
  return all;
}
