import { asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { isClosed, seenIn } from '../../text/evidence.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { type Addon, addonVersionPath, clusterAccount, preservesAddon } from '../account/account.ts';
import { isEksctl } from '../account/account-place.ts';
import { accountFinding } from '../account-changes/account-finding.ts';
import { type AccountSides, isRootThere } from '../account-changes/account-sides.ts';
import { rolePaths } from '../account-changes/lost-addon-roles.ts';
import { isNeededAddon } from '../account-changes/lost-addons.ts';
import { placeInRepository } from './places.ts';

/** Add-ons of which each node runs a pod. Source: https://docs.aws.amazon.com/eks/latest/userguide/workloads-add-ons-available-eks.html. */
const onEachNode: ReadonlySet<string> = new Set([
  ...['vpc-cni', 'kube-proxy', 'eks-pod-identity-agent', 'aws-ebs-csi-driver', 'aws-efs-csi-driver'],
  ...['aws-fsx-csi-driver', 'aws-mountpoint-s3-csi-driver', 'eks-node-monitoring-agent'],
  ...['amazon-cloudwatch-observability', 'prometheus-node-exporter', 'aws-network-flow-monitoring-agent'],
]);

/** The add-on without which no pod gets a role by EKS Pod Identity. */
const agent = 'eks-pod-identity-agent';

/** Reports add-ons that come, go, get another version or another role, where no other check says more about them. */
export function addonEffects(sides: AccountSides): Diagnostic[] {
  const { base, head } = sides;
  const [earlier, later] = [addonsOf(base), addonsOf(head)];
  const before = new Map(earlier.map((addon) => [keyOf(addon), addon]));
  const after = new Map(later.map((addon) => [keyOf(addon), addon]));

  return [
    ...later.flatMap((addon) => {
      const old = before.get(keyOf(addon));
      if (old === undefined) return added(addon, { earlier, sides });
      return [...otherVersion(old, addon), ...otherRole(old, addon, sides)];
    }),
    ...earlier.flatMap((addon) => (after.has(keyOf(addon)) ? [] : removed(addon, { later, sides }))),
  ];
}

const keyOf = ({ manifest, name }: Addon): string => `${manifest.source.file} ${name}`;

/** The add-ons of Terraform that a side has, outside of examples. */
const addonsOf = ({ manifests, clusterOf }: AccountSides['head']): readonly Addon[] =>
  [...new Set(manifests.map(clusterOf))]
    .filter(({ isExample }) => !isExample)
    .flatMap((cluster) => seenIn(clusterAccount(cluster).addons))
    .filter(({ manifest }) => !isEksctl(manifest));

/** Whether an add-on is declared in another place of the other side, so that it only moves. */
const isElsewhere = (addon: Addon, others: readonly Addon[]): boolean => others.some(({ name }) => name === addon.name);

interface Surroundings {
  readonly sides: AccountSides;
}

function added(addon: Addon, { earlier, sides }: Surroundings & { readonly earlier: readonly Addon[] }): Diagnostic[] {
  const { manifest, name } = addon;
  const wasThere = sides.base.manifests.some(({ source }) => source.file === manifest.source.file);
  const isOfRoot = sides.base.manifests.some((old) => isSamePlace(old, manifest));
  if (isElsewhere(addon, earlier) || !(wasThere || isOfRoot)) return [];

  const pods = onEachNode.has(name) ? '. Each node then runs a pod of it' : '';
  return [note(`The change installs the EKS add-on ${quoted(name)}${pods}`, manifest.span(placeOf(addon)))];
}

const isSamePlace = (a: Manifest, b: Manifest): boolean => a.source.origin?.root === b.source.origin?.root;

function removed(addon: Addon, { later, sides }: Surroundings & { readonly later: readonly Addon[] }): Diagnostic[] {
  const { manifest, name } = addon;
  const isKept = sides.removals?.get(manifest.source.file)?.keeping !== undefined;
  if (isNeededAddon(name) || isElsewhere(addon, later) || isKept || !isRootThere(manifest, sides)) return [];

  const stays = preservesAddon(addon);
  const pods = textIf(stays !== undefined, stays ? '. Its pods stay' : '. Its pods are deleted with it');
  const place = placeInRepository(manifest, placeOf(addon));
  return [
    {
      ...note(`The change removes the EKS add-on ${quoted(name)}${pods}`, {
        file: manifest.source.file,
        start: 0,
        end: 0,
      }),
      placesInBase: [place],
    },
  ];
}

const placeOf = ({ manifest, path }: Addon): Path => (manifest.kind === 'aws_eks_addon' ? ['metadata', 'name'] : path);

function otherVersion(old: Addon, addon: Addon): Diagnostic[] {
  const [before, after] = [old, addon].map((side) => asText(side.manifest.get(addonVersionPath(side))));
  if (before === undefined || after === undefined || before === after) return [];
  if (hasPlaceholder(before) || hasPlaceholder(after)) return [];

  return [
    note(
      `The EKS add-on ${quoted(addon.name)} gets another version: ${quoted(before)} → ${quoted(after)}. EKS replaces its pods one after the other`,
      addon.manifest.span(addonVersionPath(addon)),
    ),
  ];
}

/** How a role reaches the pods of an add-on. */
function roleOf(addon: Addon): { readonly role: string; readonly isPodIdentity: boolean } | undefined {
  const [path, ...others] = rolePaths(addon);
  const role = path && asText(addon.manifest.get(path));
  if (path === undefined || role === undefined || others.length > 0) return undefined;
  return { role, isPodIdentity: path.includes('pod_identity_association') };
}

function otherRole(old: Addon, addon: Addon, { head }: AccountSides): Diagnostic[] {
  const { manifest, name } = addon;
  if (manifest.isPartial || (rolePaths(old).length > 0 && rolePaths(addon).length === 0)) return [];
  const [before, after] = [roleOf(old), roleOf(addon)];
  const isSame = before?.role === after?.role && before?.isPodIdentity === after?.isPodIdentity;
  if (after === undefined || isSame) return [];

  const addons = clusterAccount(head.clusterOf(manifest)).addons;
  const isWithoutAgent = isClosed(addons) && addons.all.every((other) => other.name !== agent);
  const lacksAgent = after.isPodIdentity && isWithoutAgent;
  const message = `${roleMessage(name, before, after)}${textIf(lacksAgent, `. That needs the add-on \`${agent}\`, which these files do not install`)}`;
  const [at = addon.path] = rolePaths(addon);

  return [
    {
      ...note(message, manifest.span(at)),
      placesInBase: rolePaths(old).map((place) => placeInRepository(old.manifest, place)),
      ...(lacksAgent && { help: `Install the add-on \`${agent}\`.` }),
    },
  ];
}

type Role = NonNullable<ReturnType<typeof roleOf>>;

function roleMessage(name: string, before: Role | undefined, after: Role): string {
  const way = after.isPodIdentity ? 'by EKS Pod Identity' : 'by its service account';
  if (before === undefined)
    return `The add-on ${quoted(name)} gets a role of its own${titleOf(after.role)} ${way}, in place of that of its nodes`;
  if (before.role === after.role) return `The add-on ${quoted(name)} keeps its role, and gets it ${way} from now on`;
  return `The add-on ${quoted(name)} gets another role${titleOf(after.role)} ${way}`;
}

/** `, `module.ebs`,`: the role by what creates it, or by its name; empty if neither is known. */
function titleOf(role: string): string {
  const reference = /^\$\{(?<address>(?:module|aws_iam_role)\.[\w-]+)/.exec(role)?.groups?.address;
  const name = reference ?? /:role\/(?:.{0,300}\/)?([\w+=,.@-]+)$/.exec(role)?.[1];
  if (name === undefined || hasPlaceholder(name)) return '';
  return ` (${quoted(name)})`;
}

const note = (message: string, span: Diagnostic['span']): Diagnostic =>
  accountFinding({ code: 'terraform/addon-setting', severity: 'note', message, span });
