import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { asList, asText, isObject, type Manifest, type Path, type Value } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { listIf } from '../../text/list-if.ts';
import { addressIn } from './created-roles.ts';
import { isSameRole, type NamedRole, roleAt, roleIn } from './named-roles.ts';

/** A policy that a role gets, by its ARN or a reference in Terraform. */
export interface Attachment {
  readonly manifest: Manifest;
  /** Undefined if it is unknown. */
  readonly role: NamedRole | undefined;
  readonly policy: Value | undefined;
}

/**
 * Why the role of Karpenter’s controller may have policies that are not in the files, as clauses. `isOfController` says whether the policy with an
 * address is one of the controller's.
 */
export function policiesElsewhere(cluster: ObjectCluster, isOfController: (policy: Manifest) => boolean): string[] {
  const attachments = attachmentsIn(cluster);
  const roles = attachments.flatMap((attachment) => {
    const policy = attachedDocument(attachment, cluster);
    if (policy && isOfController(policy) && attachment.role) return [attachment.role];
    return [];
  });

  const mayBeControllers = ({ role }: Attachment): boolean =>
    role === undefined || roles.length === 0 || roles.some((other) => isSameRole(other, role) !== false);

  const others = attachments.filter(
    (attachment) => mayBeControllers(attachment) && !isHarmless(attachment.policy) && !isRead(attachment, cluster),
  );

  return [...new Set(others.map(({ manifest: { kind, name } }) => `\`${kind}.${name}\` ${attachesOther}`))];
}

const attachesOther = 'attaches a policy that is not in these files';

/** Whether a reason is one of `policiesElsewhere`. */
export const isOfAttachment = (reason: string): boolean => reason.endsWith(attachesOther);

/** An address without the index that `count` gives it. */
const withoutIndex = (file: string): string => file.replace(/\[\d+\]$/, '');

/** The name of the text of another resource in the same module, without an index. */
const inSameModule = ({ source, kind }: Manifest, address: string): string =>
  `${source.file.slice(0, source.file.lastIndexOf(`${kind}.`))}${address}`;

/** The policy of the same module that an ARN belongs to. */
const referenceIn = (arn: Value | undefined): string | undefined =>
  /^\$\{(aws_iam_policy\.[\w-]+)(?:\[\d+\])?\.(?:arn|id)\}$/.exec(asText(arn) ?? '')?.[1];

/** Policies of AWS that permit reading, and the actions of each. Source: the AWS Managed Policy Reference Guide. */
const readingPolicies: readonly (readonly [name: RegExp, actions: RegExp])[] = [
  [/^AmazonEC2ReadOnlyAccess$/, /^ec2:(?:Describe|Get)/],
  [/^AmazonSSMReadOnlyAccess$/, /^ssm:(?:Describe|Get|List)/],
  [/^(?:ReadOnlyAccess|ViewOnlyAccess|SecurityAudit)$/, /:(?:Describe|Get|List)/],
];

const namedByAws = (policy: Value | undefined): string =>
  /:iam::aws:policy\/(?:[\w-]+\/)?([\w-]+)$/.exec(asText(policy) ?? '')?.[1] ?? '';

/** Whether an attached policy of AWS allows an action that reads something. */
export const mayGrantRead = (cluster: ObjectCluster, action: string): boolean =>
  readingPolicies.some(
    ([name, actions]) =>
      actions.test(action) && attachmentsIn(cluster).some(({ policy }) => name.test(namedByAws(policy))),
  );

/** Policies of AWS that permit neither instances nor roles, nor what Karpenter reads. */
const isHarmless = (policy: Value | undefined): boolean =>
  !readingPolicies.some(([name]) => name.test(namedByAws(policy))) &&
  /:iam::aws:policy\/(?!.*(?:FullAccess|Administrator|PowerUser|Admin\b))/.test(asText(policy) ?? '');

/** Whether a policy is one of AWS that permits what some service needs, and denies nothing. Source: the AWS Managed Policy Reference Guide. */
export const onlyPermits = (policy: Value | undefined): boolean =>
  isHarmless(policy) && !/Deny|Quarantine/.test(namedByAws(policy));

/** The policies and documents of a cluster, by their addresses. Kept, because a cluster may have many attachments. */
interface PolicyIndex {
  readonly documents: ReadonlyMap<string, Manifest>;
  readonly resources: ReadonlyMap<string, Manifest>;
}

const indexes = new WeakMap<ObjectCluster, PolicyIndex>();

function indexOf(cluster: ObjectCluster): PolicyIndex {
  const before = indexes.get(cluster);
  if (before) return before;

  const byAddress = (kind: string): ReadonlyMap<string, Manifest> =>
    new Map(cluster.ofKind(kind).map((policy) => [withoutIndex(policy.source.file), policy]));
  const index = { documents: byAddress('IamPolicy'), resources: byAddress('aws_iam_policy') };

  indexes.set(cluster, index);

  return index;
}

/** The policy of the same module that an attachment names: as it is written in the resource, or the document that it refers to. */
export function attachedDocument({ manifest, policy }: Attachment, cluster: ObjectCluster): Manifest | undefined {
  const reference = referenceIn(policy);
  if (reference === undefined) return undefined;

  const { documents, resources } = indexOf(cluster);
  const address = inSameModule(manifest, reference);
  const written = documents.get(address);
  if (written) return written;

  const resource = resources.get(address);
  return resource && documentOfPolicy(resource, cluster);
}

/** The document of the same module that a policy refers to. */
export function documentOfPolicy(resource: Manifest, cluster: ObjectCluster): Manifest | undefined {
  const document = documentIn(textOf(resource));
  if (document === undefined) return undefined;
  return indexOf(cluster).documents.get(inSameModule(resource, document));
}

const textOf = (policy: Manifest | undefined): string | undefined => asText(policy?.get(['spec', 'policy']));

const documentIn = (text: string | undefined): string | undefined =>
  /^\$\{(data\.aws_iam_policy_document\.[\w-]+)(?:\[\d+\])?\.json\}$/.exec(text ?? '')?.[1];

/** Whether a policy is a document or a file, which rules read by itself. */
function isRead(attachment: Attachment, cluster: ObjectCluster): boolean {
  if (attachedDocument(attachment, cluster) !== undefined) return true;

  const reference = referenceIn(attachment.policy);
  if (reference === undefined) return false;

  const text = textOf(indexOf(cluster).resources.get(inSameModule(attachment.manifest, reference)));
  return text !== undefined && !hasPlaceholder(text);
}

/** The resource that attaches all policies of a role, and removes any other. */
const exclusiveKind = 'aws_iam_role_policy_attachments_exclusive';

/** All attachments of policies to roles in a cluster, of resources and of public modules for service accounts. */
export const attachmentsIn = (cluster: ObjectCluster): readonly Attachment[] => [
  ...cluster.ofKind('aws_iam_role_policy_attachment').map((manifest) => ({
    manifest,
    role: roleAt(manifest, ['spec', 'role'], cluster),
    policy: manifest.get(['spec', 'policy_arn']),
  })),
  ...cluster.ofKind('aws_iam_policy_attachment').flatMap((manifest) => ofSeveralRoles(manifest, cluster)),
  ...cluster.ofKind(exclusiveKind).flatMap((manifest) => ofWholeRole(manifest, cluster)),
  ...cluster.ofKind('aws_iam_role').flatMap(ofRole),
  ...cluster.ofKind('module').flatMap(ofModule),
];

function ofSeveralRoles(manifest: Manifest, cluster: ObjectCluster): readonly Attachment[] {
  const policy = manifest.get(['spec', 'policy_arn']);
  const path: Path = ['spec', 'roles'];
  const roles = manifest.get(path);
  if (roles === undefined) return [];
  if (!Array.isArray(roles)) return [{ manifest, role: undefined, policy }];
  return asList(roles).map((role) => ({ manifest, role: roleIn(asText(role), { manifest, cluster }), policy }));
}

function ofWholeRole(manifest: Manifest, cluster: ObjectCluster): readonly Attachment[] {
  const role = roleAt(manifest, ['spec', 'role_name'], cluster);
  const policies = manifest.get(['spec', 'policy_arns']);
  if (!Array.isArray(policies)) return [{ manifest, role, policy: policies }];
  return asList(policies).map((policy) => ({ manifest, role, policy }));
}

/**
 * The inputs with which public modules attach policies to a role that they create: `iam-role-for-service-accounts` up to v5 and since v6, and
 * `eks-pod-identity`.
 */
const policyInputs = ['role_policy_arns', 'policies', 'additional_policy_arns'];

function ofModule(manifest: Manifest): readonly Attachment[] {
  const role = { address: addressIn(manifest, `module.${manifest.name}`) };
  const inputs = policyInputs.flatMap((input) => manifest.get(['spec', input]) ?? []);
  const arns = inputs.flatMap((value) => {
    if (isObject(value)) return Object.values(value);
    return value;
  });

  const attachesOwn = manifest.get(['spec', 'attach_karpenter_controller_policy']);
  const isAttached = attachesOwn !== undefined && attachesOwn !== false;

  return [...arns, ...listIf(isAttached, undefined)].map((policy) => ({ manifest, role, policy }));
}

function ofRole(manifest: Manifest): readonly Attachment[] {
  const policies = manifest.get(['spec', 'managed_policy_arns']);
  if (policies === undefined || policies === null) return [];
  const role = { address: addressIn(manifest, `aws_iam_role.${manifest.name}`) };
  return (Array.isArray(policies) ? asList(policies) : [policies]).map((policy) => ({ manifest, role, policy }));
}
