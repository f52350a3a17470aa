import { annotationOf, annotationWords } from '../../manifest/annotations.ts';
import { canonical } from '../../manifest/canonical.ts';
import type { Change, FieldChange } from '../../manifest/change.ts';
import { existenceCondition } from '../../manifest/existence-condition.ts';
import { hookOf } from '../../manifest/hooks.ts';
import { isNodeClassKind } from '../../manifest/model/karpenter-kinds.ts';
import { asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { forcedBy } from '../../manifest/recreation.ts';
import { isKeyedByText, withoutText } from '../../manifest/terraform/resources/text-keys.ts';
import { mayBeAnother, mayBeSameDerived } from '../../manifest/terraform/values/derived-value.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import type { Both } from './converted.ts';
import { mayBeSameText } from './placeholders/placeholder-texts.ts';
import { mayBeSameValue } from './placeholders/placeholder-values.ts';

/**
 * The change of an object that Terraform, Argo CD or Helm deletes and creates again although its name stays. `change`:
 * what differs otherwise. Undefined if they update the object.
 */
export function recreated(both: Both, change: Change | undefined): Change | undefined {
  return (
    replacedByHook(both, change) ??
    replacedByArgo(both, change) ??
    keyedByText(both, change) ??
    recreatedByTerraform(both, change)
  );
}

/**
 * An object that becomes a hook leaves the release, so the upgrade deletes it, whatever its deletion policy (helm
 * pkg/kube/client.go Update). Only hooks after an upgrade create it again. A hook that changes is deleted as its policy
 * says. Argo CD runs hooks of an installation, too, and never keeps an object before it creates a hook with the default
 * policy (gitops-engine pkg/sync/hook).
 */
function replacedByHook({ base, head }: Both, change: Change | undefined): Change | undefined {
  const hook = hookOf(head);
  if (hook === undefined || mayBeSameValue(base.object, head.object)) return undefined;

  const { key, isDeleted } = hook;
  const ofArgo = hook.tool === 'Argo CD' || isAppliedByArgo(head);
  const by = ofArgo ? 'Argo CD' : 'Helm';
  const fields = withReason(change?.fields ?? [], key, `makes ${by} delete the object`);
  const reason = `(${quoted(key)})`;
  if (ofArgo && isDeleted) return recreation(head, fields, { tool: 'Argo CD', reason });
  if (ofArgo || !isOfRelease(head)) return undefined;

  const leavesRelease = hookOf(base) === undefined && !isKeptByHelm(base);
  if (!isDeleted && !leavesRelease) return undefined;

  const isLast = leavesRelease && !annotationWords(head, key).includes('post-upgrade');
  return recreation(head, fields, { tool: 'Helm', reason, isLast });
}

/** Differences of an object, with what the one at a key means for all of it. */
const withReason = (fields: readonly FieldChange[], key: string, reason: string): readonly FieldChange[] =>
  fields.map((field) => (field.path.at(-1) === key ? { ...field, reason } : field));

/** Whether Helm rendered an object. Kustomize only inflates charts, so their hooks are plain objects. */
const isOfRelease = ({ source: { file } }: Manifest): boolean => file.includes('(helm template');

const isAppliedByArgo = ({ source: { origin } }: Manifest): boolean => /^Application(?:Set)? /.test(origin?.root ?? '');

const isKeptByHelm = (manifest: Manifest): boolean => annotationOf(manifest, 'helm.sh/resource-policy') !== undefined;

/** Argo CD deletes an object with these options whenever it differs (gitops-engine pkg/sync/sync_context.go applyObject). */
function replacedByArgo({ base, head }: Both, change: Change | undefined): Change | undefined {
  const force = forcedBy(head);
  if (force?.tool !== 'Argo CD' || !force.isEachTime) return undefined;
  if (mayBeSameValue(base.object, head.object)) return undefined;

  return recreation(head, change?.fields ?? [], { tool: 'Argo CD', reason: '(`Replace=true,Force=true`)' });
}

/**
 * With `for_each` over the texts of documents, each text is the key of its object. Another text is another key, and no
 * state can have been moved to it before.
 */
function keyedByText({ base, head }: Both, change: Change | undefined): Change | undefined {
  const [before, after] = [base.source.file, head.source.file];
  if (before === after || !isKeyedByText(before) || !isKeyedByText(after)) return undefined;
  if (withoutText(before) !== withoutText(after)) return undefined;

  const fields = change?.fields ?? [];
  return recreation(head, fields, { tool: 'Terraform', reason: '(the key of its `for_each` is its text)' });
}

function recreatedByTerraform({ base, head }: Both, change: Change | undefined): Change | undefined {
  if (base.source.file !== head.source.file) return undefined;

  const [before, after] = [base.source.origin?.recreation, head.source.origin?.recreation];
  const mayBeForced = after?.forcesNew === true && canonical(base.object) !== canonical(head.object);
  const isForced = mayBeForced && !mayBeSameValue(base.object, head.object);
  const isTriggered = isOther(before?.trigger, after?.trigger);
  const isOfVersion = after?.isOfVersion === true && base.apiVersion !== head.apiVersion;

  if (isOfVersion) {
    const reason =
      'makes Terraform delete the object and create it again (`terraform state rm` and an `import` block keep it)';
    const fields = withReason(change?.fields ?? [], 'apiVersion', reason);
    return recreation(head, fields, { tool: 'Terraform', reason: '(another `apiVersion`)' });
  }

  if (!isForced && !isTriggered) {
    if (mayBeForced || mayBeTriggered(before, after)) return undecided(head, change);
    return undefined;
  }

  const by = isForced ? '`force_new`' : '`replace_triggered_by`';
  return recreation(head, change?.fields ?? [], { tool: 'Terraform', reason: `(${by})` });
}

/** The annotation or label by which Flux forces a single object. Source: https://github.com/fluxcd/kustomize-controller/pull/787 */
const fluxForce: readonly Path[] = ['annotations', 'labels'].map((field) => [
  'metadata',
  field,
  'kustomize.toolkit.fluxcd.io/force',
]);

/**
 * The change of an object whose update the API server refuses, and that Flux then deletes and creates again; undefined
 * if Flux does not, or if the API server also refuses the new object. Source: fluxcd/pkg ssa/errors IsImmutableError,
 * which includes every invalid update.
 */
export function forced(head: Manifest, fields: readonly FieldChange[], isAccepted: boolean): Change | undefined {
  const isByAnnotation = fluxForce.some((path) => /^enabled$/i.test(asText(head.get(path)) ?? ''));
  if (!isAccepted || !(isByAnnotation || head.source.origin?.recreatesRefused)) return undefined;

  const by = isByAnnotation ? '`kustomize.toolkit.fluxcd.io/force`' : '`force: true`';
  return recreation(head, fields, { tool: 'Flux', reason: `(${by}), because it cannot be updated` });
}

/** What deletes an object and creates it again, and why. */
interface Recreator {
  readonly tool: NonNullable<Change['recreatedBy']>;
  readonly reason: string;
  /** Whether it stays deleted. */
  readonly isLast?: boolean;
}

function recreation(head: Manifest, fields: readonly FieldChange[], { tool, reason, isLast }: Recreator): Change {
  const after = isLast ? 'does not create it again' : 'creates it again';
  const again = `${tool} deletes it and ${after} ${reason}`;
  const resource = { resource: head.ref, type: 'modified', fields, span: head.span([]) } as const;

  // A node class has a finalizer until no NodeClaim uses it (provider-aws pkg/controllers/nodeclass/controller.go finalize).
  if (isNodeClassKind(head.kind))
    return {
      ...resource,
      effect: 'unknown',
      summary: `${again}, which waits until no node uses it`,
      recreatedBy: tool,
      ...(isLast && { staysDeleted: true }),
    };

  const condition = existenceCondition(head);

  return {
    ...resource,
    // Nothing is deleted if it never existed.
    effect: condition === undefined ? 'delete' : 'unknown',
    summary: `${again}; deleting it terminates all of its nodes`,
    recreatedBy: tool,
    ...(isLast && { staysDeleted: true }),
    ...(condition !== undefined && { condition }),
  };
}

type Recreations = NonNullable<Manifest['source']['origin']>['recreation'];

/** Whether the values of a trigger may differ. */
const mayBeTriggered = (before: Recreations, after: Recreations): boolean =>
  before?.trigger !== undefined && after?.trigger !== undefined && before.trigger !== after.trigger;

const undecided = (head: Manifest, change: Change | undefined): Change => ({
  resource: head.ref,
  type: 'modified',
  fields: change?.fields ?? [],
  effect: 'unknown',
  summary: 'whether Terraform deletes it and creates it again is unknown',
  span: head.span([]),
});

/** The change of an object whose name follows from values that nothing here shows, so that it may be another object. */
export function withOpenName(change: Change, { head }: Both): Change {
  const isOpen = head.source.origin?.tool === 'terraform' && mayBeAnother(head.name);
  if (!isOpen || (change.effect !== 'none' && change.effect !== 'new-nodes')) return change;
  const remark = `Whether \`${head.name}\` gets another name, and Terraform deletes its nodes, is unknown`;
  return {
    ...change,
    effect: 'unknown',
    summary: 'a part of its name is unknown, so Terraform may replace it',
    remark,
  };
}

/** Whether two triggers are certainly different. */
const isOther = (base: string | undefined, head: string | undefined): boolean =>
  base !== undefined && head !== undefined && base !== head && mayBeSameDerived(`\${${base}}`, `\${${head}}`) === false;

/** Whether what Terraform creates at the place of an object of base may still have its name. */
export const mayKeepName = (base: Manifest, head: readonly Manifest[]): boolean =>
  base.source.origin?.tool === 'terraform' &&
  head.some(
    ({ source, kind, name }) =>
      source.file === base.source.file &&
      kind === base.kind &&
      (mayBeSameDerived(base.name, name) ?? mayBeSameText(base.name, name)),
  );
