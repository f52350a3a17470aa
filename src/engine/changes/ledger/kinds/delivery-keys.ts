import { hookOf } from '../../../manifest/hooks.ts';
import { makesPods } from '../../../manifest/makers/makes-pods.ts';
import { isDefinitionKind } from '../../../manifest/model/definition-kinds.ts';
import { asText, groupOf, type Manifest } from '../../../manifest/model/manifest.ts';
import { forcedBy } from '../../../manifest/recreation.ts';
import { isOfPods } from '../../diff/workload-effects.ts';
import { isKnownKind, reasonOfKind } from './known-kinds.ts';

/** What a label or annotation tells the tool that delivers its object. */
interface DeliveryEffect {
  readonly reason: string;
  readonly isHarmless: boolean;
}

/** A label or annotation of an object before and after a change. */
export interface DeliveryKey {
  readonly before: Manifest | undefined;
  readonly after: Manifest;
  readonly field: 'labels' | 'annotations';
  readonly key: string;
}

const harmless = (reason: string): DeliveryEffect => ({ reason, isHarmless: true });
const effect = (reason: string): DeliveryEffect => ({ reason, isHarmless: false });

/**
 * Whether other objects are deleted with an object, or an operator makes others of it. An operator that nobody knows
 * may do anything when its object is deleted or gets another label.
 */
export function carriesOthers(manifest: Manifest): boolean {
  const { apiVersion, kind } = manifest;
  const group = groupOf(apiVersion);
  if (kind === 'Namespace' && group === '') return true;
  if (kind === 'CustomResourceDefinition' || isDefinitionKind(kind, group)) return true;
  return isOfUnknownOperator(manifest);
}

/** Whether an object is of a kind of which nobody knows what its operator makes. */
export const isOfUnknownOperator = (manifest: Manifest): boolean =>
  !isKnownKind(manifest) &&
  !isDefinitionKind(manifest.kind, groupOf(manifest.apiVersion)) &&
  !isOfPods(manifest) &&
  !makesPods(manifest);

/** What a label or annotation does to the delivery of its object; undefined if no tool of delivery takes anything from it. */
export function deliveryEffect(changed: DeliveryKey): DeliveryEffect | undefined {
  const { key, field } = changed;
  if (field === 'annotations' && /^(?:argocd\.argoproj\.io|helm\.sh)\/hook(?:-delete-policy)?$/.test(key))
    return ofHook(changed);
  if (field === 'annotations' && key === 'argocd.argoproj.io/sync-options') return ofForce(changed);
  if (key === 'kustomize.toolkit.fluxcd.io/force') return ofForce(changed);
  if (key === 'kustomize.toolkit.fluxcd.io/substitute')
    return effect('it decides whether Flux puts values into its variables');
  if (key.startsWith('argocd-image-updater.argoproj.io/') && isDefinition(changed.after))
    return effect('Argo CD Image Updater sets parameters of its charts by it, to what a registry has');
  if (key === 'sharding.fluxcd.io/key') return effect('it decides which controller of Flux applies it');
  if (key === 'argocd.argoproj.io/deletion-approved') return effect('it approves deletions that Argo CD holds back');

  const cleaner = cleaners.find((cleaner) => cleaner.field === field && cleaner.keys.test(key));
  if (cleaner) return ofCleaner(changed, cleaner.tool);

  const isHeld = holds[key];
  return isHeld && ofHold(changed, isHeld);
}

/** Tools that delete each object with a certain label or annotation once its time is over. */
interface Cleaner {
  readonly tool: string;
  readonly field: DeliveryKey['field'];
  readonly keys: RegExp;
}

/**
 * Sources: https://kyverno.io/docs/policy-types/cleanup-policy/#cleanup-label, https://codeberg.org/hjacobs/kube-janitor#annotations,
 * https://github.com/TwiN/k8s-ttl-controller#usage
 */
const cleaners: readonly Cleaner[] = [
  { tool: 'Kyverno', field: 'labels', keys: /^cleanup\.kyverno\.io\/ttl$/ },
  { tool: 'kube-janitor', field: 'annotations', keys: /^janitor\/(?:ttl|expires)$/ },
  { tool: 'k8s-ttl-controller', field: 'annotations', keys: /^k8s-ttl-controller\.twin\.sh\/ttl$/ },
];

function ofCleaner({ after, field, key }: DeliveryKey, tool: string): DeliveryEffect {
  if (after.get(['metadata', field, key]) === undefined)
    return harmless(`${tool} no longer deletes it, and changes nothing else`);
  return effect(`${tool} deletes it once that time is over`);
}

const isDefinition = ({ kind, apiVersion }: Manifest): boolean => isDefinitionKind(kind, groupOf(apiVersion));

/**
 * Values with which a tool leaves an object as it is. Sources:
 * https://fluxcd.io/flux/components/kustomize/kustomizations/#controlling-the-apply-behavior-of-resources and argo-cd
 * docs/user-guide/skip_reconcile.md.
 */
const holds: Readonly<Record<string, RegExp>> = {
  'kustomize.toolkit.fluxcd.io/reconcile': /^disabled$/i,
  'kustomize.toolkit.fluxcd.io/ssa': /^(?:ignore|ifnotpresent)$/i,
  'argocd.argoproj.io/skip-reconcile': /^true$/i,
};

function ofHold({ before, after, field, key }: DeliveryKey, isHeld: RegExp): DeliveryEffect {
  const [old, now] = [before, after].map((side) => isHeld.test(asText(side?.get(['metadata', field, key])) ?? ''));
  if (old === true && now === false) return effect('it is applied again, with all that changed in between');
  return harmless('it stops what applies the object, and deletes nothing');
}

/** Kinds that are hooks every day, and of which only the work of a hook is deleted. */
const worksAsHook = (manifest: Manifest): boolean =>
  /^(?:Job|CronJob|Pod)$/.test(manifest.kind) || reasonOfKind(manifest) !== undefined;

function ofHook({ before, after }: DeliveryKey): DeliveryEffect {
  const [old, now] = [before && hookOf(before), hookOf(after)];
  if (now === undefined) return harmless('it is no hook after the change, so nothing deletes it because of that');
  if (worksAsHook(after)) return harmless('a hook that runs once for each sync or upgrade');
  if (now.isDeleted) return effect(`as a hook, ${now.tool} deletes it ${now.when}`);
  if (old === undefined && before !== undefined)
    return effect('as a hook, it leaves what is applied, so it may be deleted once');
  return harmless('a hook that nothing deletes');
}

function ofForce({ before, after }: DeliveryKey): DeliveryEffect {
  const [old, now] = [before && forcedBy(before), forcedBy(after)];
  if (now === undefined || old?.when === now.when || worksAsHook(after))
    return harmless('it decides how something is applied, and deletes nothing');
  return effect(`${now.tool} deletes it ${now.when}`);
}
