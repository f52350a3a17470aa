import { isDefinitionKind } from '../../../manifest/model/definition-kinds.ts';
import { isKarpenterGroup, isNodeClassKind, karpenterGroupPattern } from '../../../manifest/model/karpenter-kinds.ts';
import { asMapping, asText, groupOf, type Manifest, type Path, type Value } from '../../../manifest/model/manifest.ts';
import { objectsOf } from './held-objects.ts';

/** A part of an object that decides what others apply. */
interface Decision {
  /** The field and what is below it; empty for the whole object. */
  readonly at: Path;
  readonly reason: string;
}

const decisions = new WeakMap<Manifest, readonly Decision[]>();

/**
 * Why a place in an object decides what Argo CD or an operator applies, so that nobody can plan it; undefined if it
 * decides nothing. An empty path is the whole object.
 */
export function reasonOfDecision(manifest: Manifest, path: Path): string | undefined {
  const manifestDecisions = decisions.get(manifest) ?? decisionsOf(manifest);
  decisions.set(manifest, manifestDecisions);
  return manifestDecisions.find(({ at }) => path.length === 0 || at.every((step, i) => path[i] === step))?.reason;
}

const groupsOfSecrets =
  /^(?:|(?:generators\.)?external-secrets\.io|bitnami\.com|isindir\.github\.com|secrets\.hashicorp\.com|onepassword\.com)$/;

function decisionsOf(manifest: Manifest): readonly Decision[] {
  const group = groupOf(manifest.apiVersion);
  if (manifest.kind === 'ConfigMap' && group === '') return ofConfigMap(manifest);
  if (group === 'kops.k8s.io') return ofKops(manifest);
  if (group === 'velero.io')
    return ofFields(manifest, ['hooks', 'template.hooks'], 'Velero runs commands in pods for it');
  const isOfSecrets = group === '' ? manifest.kind === 'Secret' : groupsOfSecrets.test(group);
  if (!isOfSecrets) return [];

  const text = JSON.stringify(manifest.object);
  if (text.includes('argocd.argoproj.io/secret-type'))
    return [{ at: [], reason: 'Argo CD takes clusters, repositories and their labels from it' }];

  const target = asMapping(asMapping(manifest.get(['spec', 'target'])) ?? asMapping(specOfMany(manifest)?.target));
  if (target?.manifest !== undefined)
    return [{ at: ['spec'], reason: 'it makes an object of another kind of data that is elsewhere' }];

  if (group.endsWith('external-secrets.io') && /"templateFrom":/.test(text) && /"target":"(?!Data")/.test(text))
    return [{ at: ['spec'], reason: 'it takes labels or annotations from data that is elsewhere' }];

  return [];
}

const specOfMany = (manifest: Manifest): { readonly [key: string]: Value } | undefined =>
  asMapping(manifest.get(['spec', 'externalSecretSpec']));

/** Whether a text may be the values of a chart: Flux takes them from a ConfigMap (`valuesFrom`), by default from its key `values.yaml`. */
const mayBeValuesOfCharts = (key: string, text: string): boolean =>
  /^(?:.*[-_.])?values\b.*\.ya?ml$/i.test(key) && /^[\w-]+:/m.test(text);

/** ConfigMaps that Argo CD reads. */
const ofArgo = /^argocd-(?:cm|cmd-params-cm)$/;

function ofConfigMap(manifest: Manifest): readonly Decision[] {
  const [data, binaryData] = ['data', 'binaryData'].map((key) => asMapping(manifest.get([key])) ?? {});
  if (ofArgo.test(manifest.name))
    return [{ at: ['data'], reason: 'it decides where Argo CD finds content and clusters' }];
  if (data!.baseUrl !== undefined && data!.token !== undefined)
    return [{ at: ['data'], reason: 'an ApplicationSet may ask this address for what it applies' }];

  const texts = [
    ...Object.entries(data!).map(([key, value]) => ({ at: ['data', key], text: asText(value) ?? '' })),
    ...Object.entries(binaryData!).map(([key, value]) => ({
      at: ['binaryData', key],
      text: decoded(asText(value) ?? ''),
    })),
  ];

  const reason = 'it contains objects of Karpenter, or a plugin that makes objects';
  return texts.flatMap(({ at, text }) => {
    if (mayBeApplied(text)) return [{ at, reason }];
    if (mayBeValuesOfCharts(String(at[1]), text))
      return [{ at, reason: 'a release may take the values of its chart from it' }];
    return [];
  });
}

/** Fields of `spec` that decide something, as far as an object has them. */
const ofFields = (manifest: Manifest, fields: readonly string[], reason: string): readonly Decision[] =>
  fields.flatMap((field) => {
    const at = ['spec', ...field.split('.')];
    if (manifest.get(at) === undefined) return [];
    return [{ at, reason }];
  });

/** More characters of one value are not decoded. Such a value may be anything. */
const maxDecoded = 1024 * 1024;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The bytes of a text in base64, one character each. */
function decoded(text: string): string {
  const bytes: string[] = [];
  let [bits, count] = [0, 0];

  for (const letter of text.slice(0, maxDecoded)) {
    const value = letters.indexOf(letter);
    if (value === -1) continue;
    bits = ((bits << 6) | value) & 0xff_ff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push(String.fromCharCode((bits >> count) & 0xff));
  }

  return bytes.join('');
}

const usual = new RegExp(
  String.raw`\bapiVersion["']?[ \t]*:[ \t]*["']?${karpenterGroupPattern}/|\bConfigManagementPlugin\b`,
);

/** Whether a text has objects that create nodes or apply others, in any spelling. */
const mayBeApplied = (text: string): boolean =>
  usual.test(text) ||
  objectsOf('data.yaml', text).some(({ apiVersion, kind }) => {
    const group = groupOf(apiVersion);
    return (
      isKarpenterGroup(group) ||
      isNodeClassKind(kind) ||
      isDefinitionKind(kind, group) ||
      kind === 'ConfigManagementPlugin'
    );
  });

/** kOps applies addons, and runs hooks and files on nodes. */
const ofKops = (manifest: Manifest): readonly Decision[] => {
  const { kind } = manifest;
  if (kind === 'InstanceGroup' || kind === 'Cluster')
    return ofFields(
      manifest,
      ['addons', 'hooks', 'fileAssets', 'additionalUserData'],
      'kOps applies it, or runs it on nodes',
    );
  if (kind === 'SSHCredential') return [];
  return [{ at: [], reason: 'kOps applies it' }];
};
