import { knownTextAt } from '../../karpenter/installation/helm-releases.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { splitName } from '../../manifest/terraform/resources/lifecycles.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { openReasons, seenIn } from '../../text/evidence.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { type CreatedRole, createdRoles } from '../fields/created-roles.ts';
import { earlierObject } from '../fields/earlier-object.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';
import { calledModule } from '../fields/terraform-modules.ts';
import { accountFinding } from './account-finding.ts';
import { type AccountSides, isKeptObject, isRootThere } from './account-sides.ts';

/** The fields that give nodes their role, what they name, and the resources that are that. */
const fields = [
  { field: 'instanceProfile', noun: 'instance profile', of: 'profiles', kind: 'aws_iam_instance_profile' },
  { field: 'role', noun: 'role', of: 'roles', kind: 'aws_iam_role' },
] as const;

type Field = (typeof fields)[number];

/**
 * Reports roles and instance profiles that Terraform destroys although nodes of a class have them. Running instances then lose the credentials of
 * their role. Terraform takes a role out of all instance profiles before it deletes it.
 * Sources: https://docs.aws.amazon.com/IAM/latest/APIReference/API_DeleteInstanceProfile.html,
 * hashicorp/terraform-provider-aws internal/service/iam/role.go deleteRole.
 */
export const removedRoles = (sides: AccountSides): Diagnostic[] =>
  nodeClassesOf(sides.head.all).flatMap((nodeClass) => {
    const old = earlierObject(nodeClass, nodeClassesOf(sides.base.all));
    if (old === undefined || sides.base.clusterOf(old).isExample) return [];
    return fields.flatMap((field) => removedRole({ nodeClass, old, field }, sides) ?? []);
  });

interface Naming {
  readonly nodeClass: Manifest;
  readonly old: Manifest;
  readonly field: Field;
}

function removedRole({ nodeClass, old, field }: Naming, sides: AccountSides): Diagnostic | undefined {
  const path = ['spec', field.field];
  const name = knownTextAt(old, path);
  const written = nodeClass.get(path);
  if (name === undefined || hasPlaceholder(written)) return undefined;

  const before = createdRoles(sides.base.clusterOf(old))[field.of];
  const after = createdRoles(sides.head.clusterOf(nodeClass))[field.of];

  const [creator] = seenIn(before).filter((role) => role.name === name);
  if (creator === undefined || !isDestroyed(creator, sides)) return undefined;

  const reasons = new Set(openReasons(before));
  // A new module may create it.
  if (openReasons(after).some((reason) => !reasons.has(reason))) return undefined;
  if (seenIn(after).some((role) => role.canBeNamed(name)) || isCreatedElsewhere(creator, field, sides))
    return undefined;

  const renamed = seenIn(after).find(({ address }) => address === creator.address);
  return finding({ nodeClass, field, name, creator, renamed, isNamed: written === name });
}

/** Whether Terraform destroys what the base has. The module of Karpenter has a finding of its own if no call of it is left. */
function isDestroyed({ manifest }: CreatedRole, sides: AccountSides): boolean {
  const { head } = sides;
  if (!isRootThere(manifest, sides) || isKeptObject(manifest, sides)) return false;
  return manifest.kind !== 'module' || head.manifests.some((other) => calledModule(other) === 'karpenter');
}

/** Whether any cluster of head has the role, also one that the class no longer belongs to, as once its root has two clusters. */
function isCreatedElsewhere({ name, address }: CreatedRole, { of }: Field, { head }: AccountSides): boolean {
  const clusters = new Set(head.manifests.map(head.clusterOf));

  return [...clusters].some((cluster) =>
    seenIn(createdRoles(cluster)[of]).some(
      (role) => role.name === name || (role.address === address && role.name === undefined),
    ),
  );
}

interface Removed {
  readonly nodeClass: Manifest;
  readonly field: Field;
  readonly name: string;
  readonly creator: CreatedRole;
  /** The same resource with another name. */
  readonly renamed: CreatedRole | undefined;
  /** Whether the class still names it. */
  readonly isNamed: boolean;
}

function finding({ nodeClass, field: { field, noun }, name, creator, renamed, isNamed }: Removed): Diagnostic {
  const address = quoted(splitName(creator.manifest.source.file)[1]);
  const isRenamed = renamed?.name !== undefined;
  const cause = isRenamed
    ? `The change renames the ${noun} ${quoted(name)} (${address}) to ${quoted(renamed.name)}`
    : `The change removes the ${noun} ${quoted(name)} (${address})`;
  const destroyed = textIf(isRenamed, `. Terraform destroys the old ${noun}`);
  const rest = isNamed
    ? `. EC2NodeClass ${quoted(nodeClass.name)} still names it, so Karpenter launches no nodes for it`
    : '. They have it until Karpenter has replaced them';

  return accountFinding({
    code: 'terraform/removes-access',
    severity: 'warning',
    message: `${cause}, so running nodes of ${quoted(nodeClass.name)} lose their credentials${destroyed}${rest}`,
    span: nodeClass.span(isNamed ? ['spec', field] : ['metadata', 'name']),
    resource: nodeClass.ref,
    help: `Keep the ${noun}, let Karpenter replace all nodes that have it, and remove it in a later change.`,
  });
}
