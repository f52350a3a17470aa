import { asMapping, type Manifest, type Mapping, type Path } from '../../manifest/model/manifest.ts';
import { holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { preservesAddon } from '../account/account.ts';
import { accountFinding } from '../account-changes/account-finding.ts';
import type { AccountSides } from '../account-changes/account-sides.ts';
import { autoModeIn } from '../auto-mode/auto-mode-settings.ts';
import { createdNamePaths, isCluster, isSwitchedOff } from '../fields/cluster-evidence.ts';
import { moduleMajor } from '../fields/created-roles.ts';
import { earlierObject } from '../fields/earlier-object.ts';
import { calledModule } from '../fields/terraform-modules.ts';

/**
 * Reports a new cluster of the EKS module whose managed node groups wait for an add-on that waits for them. The module creates add-ons after the node
 * groups, except for those with `before_compute`. Since version 21, EKS installs no CNI by itself, and a node without one never becomes ready.
 * Sources: terraform-aws-eks main.tf, `aws_eks_addon.this` and `aws_eks_addon.before_compute`, docs/UPGRADE-21.0.md, and its issue 3446.
 */
export const lateAddons = (sides: AccountSides): Diagnostic[] =>
  sides.head.manifests
    .filter((module) => calledModule(module) === 'eks' && isNewCluster(module, sides))
    .flatMap((module) => judgedAddons(module));

/** Whether no file of base has the cluster, under this address or under its name. */
function isNewCluster(module: Manifest, { base, head, removals }: AccountSides): boolean {
  if (isSwitchedOff(module) || head.clusterOf(module).isExample) return false;

  const { file } = module.source;
  const isMoved = [...(removals?.values() ?? [])].some(({ movedTo }) => movedTo === file);
  const names = namesOf(module);
  const before = base.manifests.filter(isCluster);
  // A name that is unknown may be this one.
  return (
    !isMoved &&
    names.length === 1 &&
    before.every((old) => old.source.file !== file && old.name !== module.name && isOtherName(old, names))
  );
}

const namesOf = (cluster: Manifest): readonly string[] =>
  createdNamePaths(cluster).flatMap((path) => {
    const name = cluster.get(path);
    if (typeof name === 'string') return [name];
    return [];
  });

const isOtherName = (old: Manifest, names: readonly string[]): boolean => {
  const before = namesOf(old);
  return before.length === 1 && !holdsPlaceholder([before[0]!, names[0]!]) && before[0] !== names[0];
};

/**
 * Reports add-ons of an existing cluster whose `before_compute` changes. They are two resources of the module, so
 * Terraform deletes the add-on of one and creates that of the other, in any order. EKS refuses an add-on that exists.
 */
export const recreatedAddons = ({ base, head }: AccountSides): Diagnostic[] =>
  head.manifests
    .filter((module) => calledModule(module) === 'eks' && !head.clusterOf(module).isExample)
    .flatMap((module) => {
      const old = earlierObject(
        module,
        base.manifests.filter((manifest) => calledModule(manifest) === 'eks'),
      );
      if (old === undefined) return [];

      return addonInputs.flatMap((input) => recreatedIn(input, old, module));
    });

/** The inputs with add-ons, since version 21 and before. */
const addonInputs = ['addons', 'cluster_addons'];

function recreatedIn(input: string, old: Manifest, module: Manifest): Diagnostic[] {
  const before = asMapping(old.get(['spec', 'addons'])) ?? asMapping(old.get(['spec', 'cluster_addons']));
  const after = asMapping(module.get(['spec', input]));
  if (before === undefined || after === undefined) return [];

  return Object.keys(after).flatMap((name): Diagnostic[] => {
    const [earlier, now] = [settingsOf(before, name), settingsOf(after, name)];
    if (earlier === undefined || now === undefined || mayBeUnknown(earlier) || mayBeUnknown(now)) return [];

    const [wasFirst, isFirst] = [earlier.before_compute === true, now.before_compute === true];
    if (wasFirst === isFirst) return [];

    const path: Path = ['spec', input, name];
    const keeps = preservesAddon({ manifest: old, path: [...path.slice(0, 1), inputWith(old, name), name], name });
    const consequence = keeps === true ? 'Its pods keep running' : 'Its pods may stop until the new one is there';

    return [
      accountFinding({
        code: 'terraform/addon-setting',
        severity: keeps === true ? 'note' : 'warning',
        message: `\`before_compute\` of ${quoted(name)} changes, so Terraform deletes the add-on and creates it again. ${consequence}, and the apply may have to run twice`,
        span: module.keySpan(path),
        help: `Leave \`before_compute\` of an existing cluster as it is, or move the add-on with a \`moved\` block.`,
      }),
    ];
  });
}

const inputWith = (module: Manifest, name: string): string =>
  addonInputs.find((input) => Object.hasOwn(asMapping(module.get(['spec', input])) ?? {}, name)) ?? 'addons';

function judgedAddons(module: Manifest): Diagnostic[] {
  const major = moduleMajor(module);
  const group = groupWithNodes(module);
  if (major === undefined || group === undefined || installsCni(module, major)) return [];

  const input: Path = ['spec', major >= 21 ? 'addons' : 'cluster_addons'];
  const addons = asMapping(module.get(input));
  if (addons === undefined || Object.keys(addons).some((name) => holdsPlaceholder(name))) return [];

  const cni = settingsOf(addons, 'vpc-cni');
  if (cni === undefined || mayBeUnknown(cni)) return [];

  if (cni.before_compute !== true)
    return [
      lateAddon(module, [...input, 'vpc-cni'], {
        message: `In the new cluster ${quoted(titleOfCluster(module))}, the module creates \`vpc-cni\` only after the node group ${quoted(group)}, whose nodes never become ready without it. The apply fails`,
        help: 'Set `before_compute = true` for `vpc-cni`.',
      }),
    ];

  const agent = settingsOf(addons, 'eks-pod-identity-agent');
  const hasIdentity = Array.isArray(cni.pod_identity_association) && cni.pod_identity_association.length > 0;
  if (!hasIdentity || (agent !== undefined && mayBeUnknown(agent)) || agent?.before_compute === true) return [];

  const cause =
    agent === undefined ? 'nothing here installs' : `the module creates only after the node group ${quoted(group)}`;

  return [
    lateAddon(module, [...input, agent === undefined ? 'vpc-cni' : 'eks-pod-identity-agent'], {
      message: `In the new cluster ${quoted(titleOfCluster(module))}, \`vpc-cni\` gets its role from \`eks-pod-identity-agent\`, which ${cause}. Nodes never become ready, and the apply fails`,
      help: 'Set `before_compute = true` for `eks-pod-identity-agent` as well.',
    }),
  ];
}

/** The name of a cluster, or of its module if the name is unknown. */
const titleOfCluster = (module: Manifest): string =>
  namesOf(module).find((name) => !holdsPlaceholder(name)) ?? module.name;

const lateAddon = (
  module: Manifest,
  path: Path,
  texts: { readonly message: string; readonly help: string },
): Diagnostic =>
  accountFinding({
    code: 'terraform/late-addon',
    severity: 'warning',
    ...texts,
    span: module.keySpan(path),
    resource: null,
  });

/** The settings of an add-on. An add-on without any has its defaults. */
const settingsOf = (addons: Mapping, name: string): Mapping | undefined =>
  Object.hasOwn(addons, name) ? (asMapping(addons[name]) ?? { before_compute: '${unknown}' }) : undefined;

/** Whether something that decides is only known when Terraform runs. */
const mayBeUnknown = ({ before_compute: before, create }: Mapping): boolean =>
  holdsPlaceholder([before ?? null, create ?? null]) || create === false;

/** Whether nodes get a CNI without the add-on: EKS Auto Mode has its own, and up to version 20 EKS installs one by itself. */
function installsCni(module: Manifest, major: number): boolean {
  const autoMode = autoModeIn(module);
  if (autoMode !== undefined && autoMode.isOn !== false) return true;
  return major < 21 && module.get(['spec', 'bootstrap_self_managed_addons']) !== false;
}

/** The first managed node group that starts with nodes. Terraform waits only for those until they are ready. */
function groupWithNodes(module: Manifest): string | undefined {
  const groups = asMapping(module.get(['spec', 'eks_managed_node_groups'])) ?? {};

  return Object.entries(groups).find(([name, value]) => {
    const group = asMapping(value);
    if (group === undefined || holdsPlaceholder(name) || group.create === false) return false;
    // The default of the module is one node.
    const size = group.desired_size ?? group.min_size ?? 1;
    return typeof size === 'number' && size > 0 && !hasOwnNetwork(group);
  })?.[0];
}

/** Whether the nodes of a group may bring their own CNI: Windows, or user data that installs one. */
const hasOwnNetwork = (group: Mapping): boolean =>
  group.taints !== undefined && /cilium|calico/.test(JSON.stringify(group.taints));
