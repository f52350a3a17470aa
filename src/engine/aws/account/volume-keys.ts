import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { knownTextAt, referenceAt } from '../../karpenter/installation/helm-releases.ts';
import type { Manifest, Path } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import type { RuleContext } from '../../rules/lint/rule.ts';
import { resourceStatements } from '../fields/queue-events.ts';
import { type IamStatement, namesAction } from '../setup/iam-policy.ts';

/**
 * The key of Terraform that a field names by a reference, or by the name of an alias; undefined if it is another one or unknown. Nothing but
 * its name may relate an alias to a node class, so it counts only if no other alias has the name.
 */
export function keyAt(nodeClass: Manifest, path: Path, { all, clusterOf }: Related): Manifest | undefined {
  const cluster = clusterOf(nodeClass);
  const [kind, label] = (referenceAt(nodeClass, path) ?? '').split('.');
  if (kind === 'aws_kms_key') return onlyOne(cluster.ofKind(kind).filter(({ name }) => name === label));
  if (kind === 'aws_kms_alias')
    return keyOf(onlyOne(cluster.ofKind(kind).filter(({ name }) => name === label)), clusterOf);

  const written = /(?:^|:)(alias\/[^:]+)$/.exec(knownTextAt(nodeClass, path) ?? '')?.[1];
  if (written === undefined) return undefined;

  const aliases = all.manifests.filter((manifest) => manifest.kind === 'aws_kms_alias');
  return keyOf(onlyOne(aliases.filter((alias) => knownTextAt(alias, ['spec', 'name']) === written)), clusterOf);
}

type Related = Pick<RuleContext, 'all' | 'clusterOf'>;

/** The key of an alias, which is in the same files. */
function keyOf(alias: Manifest | undefined, clusterOf: Related['clusterOf']): Manifest | undefined {
  if (alias === undefined) return undefined;
  const [kind, label] = (referenceAt(alias, ['spec', 'target_key_id']) ?? '').split('.');
  if (kind !== 'aws_kms_key') return undefined;
  return onlyOne(
    clusterOf(alias)
      .ofKind(kind)
      .filter(({ name }) => name === label),
  );
}

const onlyOne = ([first, ...others]: readonly Manifest[]): Manifest | undefined => {
  if (others.length > 0) return undefined;
  return first;
};

/**
 * Whether the policy of a key may let somebody use it who launches instances; undefined if the policy is unknown. A key policy decides alone,
 * unless it allows the account, which lets IAM policies decide.
 * Source: https://docs.aws.amazon.com/kms/latest/developerguide/key-policy-overview.html.
 */
export function letsLaunchersUse(key: Manifest, cluster: ObjectCluster): boolean | undefined {
  const statements = resourceStatements(key, cluster);
  if (statements === undefined || statements.length === 0) return undefined;
  return statements.some((statement) => statement.effect === 'Allow' && mayLaunch(statement));
}

/** EC2 creates a grant for each volume, or uses the key with the permissions of whoever launches the instance. */
const neededActions = ['kms:CreateGrant', 'kms:GenerateDataKeyWithoutPlaintext', 'kms:Decrypt'];

function mayLaunch(statement: IamStatement): boolean {
  const { actions, principals, isNegated } = statement;
  const isUse = neededActions.some((action) => namesAction(statement, action));
  if (!isUse && !isNegated && !actions.some(hasPlaceholder)) return false;

  const names = principals.get('AWS') ?? [];
  const isUnread = isNegated || principals.size === 0;
  return isUnread || names.some(mayBeLauncher);
}

/** The account, everybody, and roles whose name does not show that they are of people. */
const mayBeLauncher = (principal: string): boolean => !peopleArn.test(principal);

const peopleArn =
  /^arn:aws[\w-]*:iam::\d{12}:(?:role|user)\/(?:[\w+=,.@/-]*[/_-])?(?:admins?|administrators?|AdministratorAccess[\w-]*)$/i;
