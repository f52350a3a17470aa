import { keepingOfManifest } from '../../../manifest/kept-in-cluster.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import {
  asList,
  asMapping,
  asText,
  groupOf,
  isObject,
  type Manifest,
  type Path,
  type Value,
  valueAt,
} from '../../../manifest/model/manifest.ts';
import { quoted } from '../../../text/words/quoted-names.ts';
import { reasonOfKind } from './known-kinds.ts';

/** What is known of a changed field of a CRD. */
interface CrdJudgement {
  readonly reason: string;
  readonly isHarmless?: true;
  /** Only its effect on Karpenter's objects is open. */
  readonly isSeen?: true;
}

const harmless = (reason: string): CrdJudgement => ({ reason, isHarmless: true });

/** A CRD before and after a change, and everything that is applied after it. */
interface ChangedCrd {
  readonly before: Manifest | undefined;
  readonly after: Manifest | undefined;
  readonly applied: ManifestSet | undefined;
}

/**
 * What a change of the definition of a kind does. The API server deletes all objects of a kind with its definition, and
 * their operators run their finalizers: Flux uninstalls the charts of its HelmReleases. Source:
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#delete-a-customresourcedefinition
 */
export function judgedCrd({ before, after, applied }: ChangedCrd, path: Path): CrdJudgement {
  const manifest = (after ?? before)!;
  const { name } = manifest;
  const isOfKarpenter = /karpenter/.test(name);
  const isElsewhere = applied?.manifests.some((other) => other.kind === manifest.kind && other.name === name);

  if (after === undefined && isElsewhere !== true) {
    if (keepingOfManifest(manifest, undefined)) return harmless('an annotation keeps it in the cluster');
    if (isOfMonitoring(manifest) && !hasObjects(manifest, applied))
      return harmless('defines a kind of monitoring, which runs nothing');
    return { reason: 'if it is deleted, the API server deletes all objects of its kind' };
  }

  if (isOfKarpenter) return { reason: 'a definition of a kind of Karpenter', isSeen: true };
  if (before === undefined || after === undefined) return harmless('defines a kind of others');
  if (isOfHarmlessKind(manifest) && !hasObjects(manifest, applied)) return harmless('defines a kind of others');

  const [field] = path.slice(1);
  if (path[0] === 'spec' && /^(?:scope|group|names)$/.test(String(field)) && !isList(path))
    return { reason: 'whoever applies it has to delete it first, with all objects of its kind' };
  if (path[0] === 'spec' && field === 'conversion')
    return { reason: 'a program may change the objects of its kind whenever they are read' };

  const lost = path[0] === 'spec' && field === 'versions' ? lostVersion({ before, after, applied }) : undefined;
  if (lost !== undefined) return { reason: `objects use its version ${quoted(lost)}, which it no longer serves` };

  if (!isOfHarmlessKind(manifest) && [before, after].some((side) => hasDefault(side, path)))
    return { reason: 'the API server gives a default to all objects of its kind' };

  return harmless('defines a kind of others');
}

/** Whether a place in the schema of a CRD is a default, or contains one. A property may have this name, too. */
function hasDefault(crd: Manifest, path: Path): boolean {
  if (path[0] !== 'spec' || path[1] !== 'versions' || !path.includes('openAPIV3Schema')) return false;
  if (path.some((step, i) => step === 'default' && path[i - 1] !== 'properties')) return true;
  return containsDefault(valueAt(crd.object, path), path.at(-1) === 'properties');
}

function containsDefault(value: Value | undefined, isOfProperties: boolean): boolean {
  if (Array.isArray(value)) return value.some((item) => containsDefault(item, false));
  if (!isObject(value)) return false;
  return Object.entries(value).some(
    ([key, inner]) =>
      (key === 'default' && !isOfProperties) || containsDefault(inner, key === 'properties' && !isOfProperties),
  );
}

/** Whether there are objects of the kind that a CRD defines. They lose fields, or are no longer served, with another definition. */
function hasObjects(crd: Manifest, applied: ManifestSet | undefined): boolean {
  const [group, kind] = [crd.get(['spec', 'group']), crd.get(['spec', 'names', 'kind'])];
  return applied?.manifests.some((object) => object.kind === kind && groupOf(object.apiVersion) === group) === true;
}

/** Names that may change while the kind stays. */
const isList = ([, field, name]: Path): boolean =>
  field === 'names' && /^(?:categories|shortNames)$/.test(String(name));

/** Whether the objects of a kind only say what is measured and shown. Without any other kind, something stops: a route, a Secret, a backup. */
const isOfMonitoring = (manifest: Manifest): boolean =>
  /^monitoring\.|\b(?:grafana|victoriametrics)\b/.test(asText(manifest.get(['spec', 'group'])) ?? '');

/** Whether the objects of a kind are known to matter to nothing that is reviewed. */
const isOfHarmlessKind = (manifest: Manifest): boolean => {
  const [group, kind] = [asText(manifest.get(['spec', 'group'])), asText(manifest.get(['spec', 'names', 'kind']))];
  return group !== undefined && kind !== undefined && reasonOfKind({ apiVersion: `${group}/v1`, kind }) !== undefined;
};

/** A version that objects of the repository have, and that a CRD served before a change and not after it. */
function lostVersion({ before, after, applied }: ChangedCrd): string | undefined {
  const served = servedBy(after);
  const lost = [...servedBy(before)].filter((version) => !served.has(version));
  const [group, kind] = [before?.get(['spec', 'group']), before?.get(['spec', 'names', 'kind'])];

  return lost.find((version) =>
    applied?.manifests.some(
      (object) =>
        object.kind === kind && groupOf(object.apiVersion) === group && object.apiVersion.endsWith(`/${version}`),
    ),
  );
}

const servedBy = (manifest: Manifest | undefined): ReadonlySet<string> =>
  new Set(
    asList(manifest?.get(['spec', 'versions'])).flatMap((value) => {
      const { name, served } = asMapping(value) ?? {};
      if (served === false || typeof name !== 'string') return [];
      return [name];
    }),
  );
