import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { asText, type Manifest, type Value } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import { groupedDigits } from '../../text/words/money.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { attachmentsIn, documentOfPolicy } from '../fields/attached-policies.ts';
import { roleTitle } from '../fields/named-roles.ts';
import { accountFinding } from './account-finding.ts';
import type { AccountSide, AccountSides } from './account-sides.ts';

/**
 * The number of characters of a policy, without white space, and the number of managed policies of a role. Only the second can be raised.
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html.
 */
const quotas = { managedPolicy: 6_144, inlinePolicy: 10_240, policiesOfRole: 10 };

/** Reports policies that become too long for IAM, and roles that get more policies than IAM attaches by default. */
export const iamQuotas = (sides: AccountSides): Diagnostic[] => [...longPolicies(sides), ...fullRoles(sides)];

function longPolicies({ base, head }: AccountSides): Diagnostic[] {
  const earlier = new Set(base.manifests.filter((manifest) => excessOf(manifest, base)).map(fileOf));

  return head.manifests.flatMap((manifest): Diagnostic[] => {
    const excess = excessOf(manifest, head);
    if (excess === undefined || earlier.has(fileOf(manifest)) || head.clusterOf(manifest).isExample) return [];

    const { length, quota } = excess;

    return [
      accountFinding({
        code: 'terraform/iam-quota',
        severity: 'warning',
        message: `IAM refuses the policy ${quoted(addressOf(manifest))}. It has at least ${groupedDigits(`${length}`)} characters without white space, and IAM allows ${groupedDigits(`${quota}`)}`,
        span: manifest.keySpan(['metadata', 'name']),
        help: 'Use wildcards and fewer statements, or split the policy into several ones.',
      }),
    ];
  });
}

const fileOf = ({ source }: Manifest): string => source.file;

/** The address in Terraform, without the root. */
const addressOf = ({ source: { file } }: Manifest): string => file.slice(file.lastIndexOf(': ') + 1).trim();

interface Excess {
  readonly length: number;
  readonly quota: number;
}

/** By how much the document of a resource is too long; undefined if it is not, as far as it is known. */
function excessOf(manifest: Manifest, side: AccountSide): Excess | undefined {
  const [, kind] = /(?:^|[ .])(aws_iam_policy|aws_iam_role_policy)\.[\w-]{1,200}(?:\[[^\]]{0,200}\])?$/.exec(
    fileOf(manifest),
  ) ?? [undefined, undefined];
  if (kind === undefined) return undefined;

  const document = documentIn(manifest, side.clusterOf(manifest));
  if (document === undefined) return undefined;

  const quota = kind === 'aws_iam_policy' ? quotas.managedPolicy : quotas.inlinePolicy;
  const length = shortestLength(document);
  if (length > quota) return { length, quota };
  return undefined;
}

/** The content of a policy: written in the resource, or in the document that it refers to. */
function documentIn(manifest: Manifest, cluster: ObjectCluster): Value | undefined {
  if (manifest.kind === 'IamPolicy') return manifest.get(['spec']);

  const document = documentOfPolicy(manifest, cluster);
  // Terraform writes a list with one member as this member.
  return document && withoutShortLists(document.get(['spec']));
}

function withoutShortLists(value: Value | undefined): Value | undefined {
  const text = JSON.stringify(value, (key, item: unknown) =>
    Array.isArray(item) && item.length === 1 && key !== 'Statement' ? (item[0] as unknown) : item,
  );
  if (text === undefined) return undefined;
  return JSON.parse(text) as Value;
}

/** The length without white space, and without what is unknown. */
const shortestLength = (document: Value): number =>
  JSON.stringify(document).replaceAll(/\$\{[^{}]{0,1000}\}|\s/g, '').length;

/** A role with the policies that one kind of resource attaches. Several kinds may name the same policy in different ways. */
interface AttachedRole {
  readonly key: string;
  readonly title: string;
  readonly manifest: Manifest;
  readonly policies: number;
}

function fullRoles({ base, head }: AccountSides): Diagnostic[] {
  const earlier = new Set(rolesOf(base).map(({ key }) => key));

  return rolesOf(head).flatMap(({ key, title, manifest, policies }): Diagnostic[] => {
    if (earlier.has(key)) return [];

    return [
      accountFinding({
        code: 'terraform/iam-quota',
        severity: 'warning',
        message: `The role ${title} gets ${policies} managed policies. IAM attaches ${quotas.policiesOfRole} to a role, unless the quota of the account is raised`,
        span: manifest.keySpan(['metadata', 'name']),
        help: 'Merge policies, or ask AWS for a higher quota before Terraform applies this change.',
      }),
    ];
  });
}

/** The roles with more policies than IAM attaches by default. */
function rolesOf({ manifests, clusterOf }: AccountSide): readonly AttachedRole[] {
  const clusters = [...new Set(manifests.map(clusterOf))].filter(({ isExample }) => !isExample);

  return clusters.flatMap((cluster) => {
    const attachments = attachmentsIn(cluster).flatMap(({ manifest, role, policy }) => {
      const text = asText(policy);
      if (role === undefined || text === undefined) return [];
      return [{ key: `${manifest.kind} ${role.address ?? role.name}`, role, manifest, text }];
    });

    return [...groupBy(attachments, ({ key }) => key)].flatMap(([key, group]) => {
      const policies = new Set(group.map(({ text }) => text)).size;
      const { role, manifest } = group.at(-1)!;
      if (policies > quotas.policiesOfRole) return [{ key, title: roleTitle(role), manifest, policies }];
      return [];
    });
  });
}
