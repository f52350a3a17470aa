import { helmReleasesIn, knownTextAt } from '../../../karpenter/installation/helm-releases.ts';
import { argoReferences, isOfOtherProvider } from '../../../manifest/hints/version-references.ts';
import { asList, asMapping, asText, type Manifest, type Value } from '../../../manifest/model/manifest.ts';
import { applicationSources } from '../../../manifest/objects/objects-in-values.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { nameInNamespace } from '../../../text/diagnostic.ts';

/** What installs Karpenter's controller, by another object than the one that is removed. */
export interface Installer {
  readonly manifest: Manifest;
  /** Its kind and name for people: "Application `argocd/karpenter`", "helm_release `karpenter`". */
  readonly title: string;
  /** The version of the chart, if it is known. */
  readonly version: string | undefined;
  /** Whether its chart is Karpenter's own. Otherwise only its name says that it installs Karpenter. */
  readonly isCertain: boolean;
}

/** The kind of an object as its tool calls it. plumbline reads the releases of Terraform as if they were Flux's. */
export const toolKind = ({ kind, source }: Manifest): string => {
  if (kind === 'HelmRelease' && source.origin?.tool === 'terraform') return 'helm_release';
  return kind;
};

/** What an object installs of Karpenter's controller; undefined if nothing says that it does. */
export function installerOf(manifest: Manifest): Installer | undefined {
  if (manifest.kind === 'HelmValues') return undefined;

  const title = titleOf(manifest);
  const release = helmReleasesIn(manifest).find(({ chart }) => chart === 'karpenter');
  if (release !== undefined) {
    const version = release.version && knownTextAt(manifest, release.version);
    return { manifest, title, version, isCertain: true };
  }

  const [source] = sourcesOf(manifest).filter((source) => source.version !== undefined || source.isNamed);
  return source && { manifest, title, version: source.version, isCertain: source.version !== undefined };
}

/** A name that is not known is replaced by the place of the object. */
function titleOf(manifest: Manifest): string {
  const { name, source } = manifest;
  const kind = toolKind(manifest);
  if (!hasPlaceholder(name)) return `${kind} \`${nameInNamespace(manifest)}\``;

  const { start, end } = manifest.span([]);
  return `the ${kind} in \`${source.origin?.trace(start, end).span.file ?? source.file}\``;
}

/** A running controller: what a chart that is rendered here installs. */
export function runningController(manifest: Manifest): Installer | undefined {
  if (manifest.kind !== 'Deployment') return undefined;

  const images = asList(manifest.get(['spec', 'template', 'spec', 'containers'])).map((item) =>
    asText(asMapping(item)?.image),
  );
  const image = images.find((image) => image !== undefined && controllerImage.test(image) && !isOfOtherProvider(image));
  if (image === undefined) return undefined;

  return { manifest, title: titleOf(manifest), version: /:v?([\d.]+)(?:@|$)/.exec(image)?.[1], isCertain: true };
}

const controllerImage = /(?:^|\/)karpenter(?:[/-]controller)?(?:[:@]|$)/;

interface SourceOfKarpenter {
  /** Only of Karpenter's own source code. */
  readonly version: string | undefined;
  /** Whether a folder with the name of the chart is applied, such as a chart of the repository that depends on Karpenter's. */
  readonly isNamed: boolean;
}

/** The sources of an Argo CD Application or a Flux Kustomization that are no charts of a registry. */
function sourcesOf(manifest: Manifest): SourceOfKarpenter[] {
  if (manifest.kind === 'Kustomization')
    return [{ version: undefined, isNamed: isNamed(manifest.get(['spec', 'path'])) }];
  if (manifest.kind === 'HelmRelease')
    return [{ version: undefined, isNamed: isNamed(manifest.get(['spec', 'chartRef', 'name'])) }];
  if (manifest.kind !== 'Application') return [];

  return applicationSources(manifest.object).map((path) => {
    const [reference] = argoReferences(manifest.get(path), []);
    const version = reference?.isOfCrds ? undefined : asText(reference?.version);
    return {
      version: hasPlaceholder(version) ? undefined : version,
      isNamed: !reference?.isOfCrds && isNamed(manifest.get([...path, 'path'])),
    };
  });
}

/** Whether the last part of a path is the name of Karpenter's chart. Folders with NodePools have longer names. */
const isNamed = (path: Value | undefined): boolean =>
  typeof path === 'string' && /(?:^|\/)karpenter(?:[-_]controller)?\/?$/.test(path);

/**
 * What becomes of Karpenter when an object that installs it is removed, while another tool still installs it, or does from now on. Undefined if
 * nothing else does. `isSibling` says whether an object is in the same cluster.
 */
export function karpenterMove(
  installer: Installer,
  head: readonly Manifest[],
  isSibling: (manifest: Manifest) => boolean,
): { readonly isCertain: boolean; readonly summary: string } | undefined {
  const all = [installerOf, runningController].flatMap((of) => head.flatMap((manifest) => of(manifest) ?? []));
  const is =
    all.find(({ manifest, isCertain }) => isCertain && isSibling(manifest)) ??
    all.find(({ manifest }) => isSibling(manifest)) ??
    all.find(({ isCertain }) => isCertain) ??
    all[0];

  if (is === undefined) return undefined;

  const isHere = isSibling(is.manifest);
  const compared = `Compare the values of both${versionsText(installer, is)}`;
  if (is.isCertain && isHere)
    return { isCertain: true, summary: `removed; Karpenter moves to ${is.title}. ${compared}` };

  const installs = () => {
    if (is.isCertain) return 'installs Karpenter, if it is for this cluster';
    return 'probably installs Karpenter';
  };

  return { isCertain: false, summary: `removed; ${is.title} ${installs()}. ${compared}` };
}

/** `, and the versions: 1.2.0 before, 1.3.0 after`; empty if they are the same. */
function versionsText({ version: from }: Installer, { version: to }: Installer): string {
  if (from !== undefined && from === to) return '';
  return `, and the versions: ${from ?? 'unknown'} before, ${to ?? 'unknown'} after`;
}
