import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { seenIn } from '../../text/evidence.ts';
import { addressIn, type CreatedRole, createdRoles } from './created-roles.ts';

/** A role that an object names. */
export interface NamedRole {
  readonly name?: string;
  /** The Terraform root, and the resource or module in it that creates the role. */
  readonly address?: string;
}

const resourceReference = /^\$\{(aws_iam_(?:role|instance_profile)\.[\w-]+)\.(?:name|arn|id)\}$/;
const moduleReference =
  /^\$\{(module\.[\w-]+)\.(?:node_iam_role_(?:name|arn)|role_(?:name|arn)|instance_profile_(?:name|arn|id))\}$/;

/** The role at a path of an object, by its name, its ARN or a reference in Terraform. Undefined if it is unknown. */
export const roleAt = (manifest: Manifest, path: Path, cluster: ObjectCluster): NamedRole | undefined =>
  roleIn(asText(manifest.get(path)), { manifest, cluster });

/** Where a text is written. */
interface Writing {
  readonly manifest: Manifest;
  readonly cluster: ObjectCluster;
}

/** The role that a text in an object names. The default values of a chart may leave it empty for whoever installs the chart. */
export function roleIn(text: string | undefined, { manifest, cluster }: Writing): NamedRole | undefined {
  const named = /:(?:role|instance-profile)\/(?:.{0,600}\/)?([^/]{1,200})$/.exec(text ?? '')?.[1] ?? text;
  if (named === undefined || named === '') return undefined;

  const roles = seenIn(createdRoles(cluster).roles);
  const reference = (resourceReference.exec(named) ?? moduleReference.exec(named))?.[1];
  if (reference !== undefined) {
    const address = addressIn(manifest, reference);
    return { address, ...nameOf(roles.filter((role) => role.address === address)) };
  }

  if (hasPlaceholder(named) || /[:/]/.test(named)) return undefined;

  const creators = roles.filter(({ name }) => name === named);
  return { name: named, ...(creators.length === 1 && { address: creators[0]!.address }) };
}

/** The name of a role that a reference leads to. Instances of one resource cannot be told apart. */
const nameOf = ([only, ...others]: readonly CreatedRole[]): Pick<NamedRole, 'name'> => {
  if (only?.name !== undefined && others.length === 0) return { name: only.name };
  return {};
};

/** Whether two roles are the same; undefined if that is unknown. */
export function isSameRole(a: NamedRole, b: NamedRole): boolean | undefined {
  if (a.name !== undefined && b.name !== undefined) return a.name === b.name;
  if (a.address !== undefined && b.address !== undefined) return a.address === b.address;
  return undefined;
}

/** A role for people, by its name or else by what creates it. */
export const roleTitle = ({ name, address }: NamedRole): string => `\`${name ?? address?.split(': ')[1] ?? ''}\``;

/** Where a node class names its role: the role itself, or else the instance profile. */
export const rolePathOf = (nodeClass: Manifest): Path => {
  const path = ['spec', 'role'];
  if (nodeClass.get(path) === undefined) return ['spec', 'instanceProfile'];
  return path;
};

/** The role that a node class gives to its nodes, also through the instance profile that it names. */
export function roleOfClass(nodeClass: Manifest, cluster: ObjectCluster): NamedRole | undefined {
  const path = ['spec', 'role'];
  if (nodeClass.get(path) !== undefined) return roleAt(nodeClass, path, cluster);

  const profile = roleAt(nodeClass, ['spec', 'instanceProfile'], cluster);
  const [creator, ...others] = seenIn(createdRoles(cluster).profiles).filter(({ name, address }) => {
    if (profile?.name === undefined) return address === profile?.address;
    return name === profile.name;
  });

  if (creator?.manifest.kind === 'aws_iam_instance_profile' && others.length === 0)
    return roleAt(creator.manifest, path, cluster);

  return undefined;
}
