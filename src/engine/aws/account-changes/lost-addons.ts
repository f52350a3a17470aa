import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { mayInstallChart } from '../../karpenter/installation/helm-releases.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { isSameRoot } from '../../rules/lint/fields/why-related.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { openReasons, seenIn } from '../../text/evidence.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { type Addon, clusterAccount, preservesAddon } from '../account/account.ts';
import { isEksctl } from '../account/account-place.ts';
import { autoModeIn } from '../auto-mode/auto-mode-settings.ts';
import { calledModule } from '../fields/terraform-modules.ts';
import { accountFinding } from './account-finding.ts';
import { type AccountSides, placeInBase } from './account-sides.ts';

/** An add-on without which nodes or pods do not work. */
interface NeededAddon {
  readonly name: string;
  /** What happens without it, as a clause. */
  readonly outcome: string;
  /** Charts that install it, or something in its place. */
  readonly charts: readonly string[];
  /** What it runs. A manifest of the same name is its replacement. */
  readonly workloads: readonly string[];
}

/** Networks that take the place of the VPC CNI. Cilium may also take that of kube-proxy. */
const otherNetworks = ['cilium', 'tigera-operator', 'calico'];

/** Source: https://docs.aws.amazon.com/eks/latest/userguide/workloads-add-ons-available-eks.html. */
const needed: readonly NeededAddon[] = [
  {
    name: 'vpc-cni',
    outcome: 'new nodes stay NotReady and pods get no addresses',
    charts: ['aws-vpc-cni', ...otherNetworks],
    workloads: ['aws-node'],
  },
  {
    name: 'kube-proxy',
    outcome: 'pods on new nodes do not reach Services',
    charts: ['kube-proxy', ...otherNetworks],
    workloads: ['kube-proxy'],
  },
  {
    name: 'coredns',
    outcome: 'pods resolve no names',
    charts: ['coredns', 'node-local-dns', 'kube-dns'],
    workloads: ['coredns', 'kube-dns'],
  },
  {
    name: 'aws-ebs-csi-driver',
    outcome: 'EBS volumes are neither created nor attached',
    charts: ['aws-ebs-csi-driver'],
    workloads: ['ebs-csi-controller', 'ebs-csi-node'],
  },
  {
    name: 'aws-efs-csi-driver',
    outcome: 'EFS volumes are not mounted',
    charts: ['aws-efs-csi-driver'],
    workloads: ['efs-csi-controller', 'efs-csi-node'],
  },
];

/** Whether an add-on is one without which nodes or pods do not work. */
export const isNeededAddon = (name: string): boolean => needed.some((addon) => addon.name === name);

/** Reports add-ons that Terraform deletes, unless the files have something else in their place. */
export function lostAddons(sides: AccountSides): Diagnostic[] {
  const { base, head, removals } = sides;
  const clusters = [...new Set(base.manifests.map(base.clusterOf))];

  return clusters.flatMap((before) => {
    if (before.isExample) return [];

    return seenIn(clusterAccount(before).addons).flatMap((addon): Diagnostic[] => {
      const facts = needed.find(({ name }) => name === addon.name);
      // eksctl deletes an add-on only if somebody asks it to.
      if (facts === undefined || isEksctl(addon.manifest)) return [];
      if (removals?.get(addon.manifest.source.file)?.keeping !== undefined) return [];

      const after = clustersOfRoot(addon.manifest, head);
      if (after.length === 0 || !after.every((cluster) => isWithout(facts, cluster, before))) return [];
      return [removal(facts, addon, sides)];
    });
  });
}

/** The clusters that the Terraform root of an object of the base has at the head. */
const clustersOfRoot = (old: Manifest, { manifests, clusterOf }: AccountSides['head']): readonly ObjectCluster[] => [
  ...new Set(manifests.filter((manifest) => isSameRoot(manifest, old)).map(clusterOf)),
];

/** Whether a cluster still exists and neither has an add-on nor anything in its place, as far as the files show. */
function isWithout({ name, charts, workloads }: NeededAddon, after: ObjectCluster, before: ObjectCluster): boolean {
  const { addons } = clusterAccount(after);
  if (seenIn(addons).some((addon) => addon.name === name)) return false;
  if (before.createsCluster && !after.createsCluster) return false;
  // A module that is new may install it.
  const earlier = new Set(openReasons(clusterAccount(before).addons));
  if (openReasons(addons).some((reason) => !earlier.has(reason))) return false;
  if (charts.some((chart) => mayInstallChart(after, chart))) return false;

  return !after.manifests.some(
    (manifest) =>
      workloads.includes(manifest.name) || autoModeIn(manifest)?.isOn !== undefined || installs(manifest, name),
  );
}

/** Whether a module or a chart names an add-on in its inputs, wherever that is. */
function installs(manifest: Manifest, name: string): boolean {
  if (!/module|HelmRelease|Application/i.test(manifest.kind)) return false;
  // A part of its map of add-ons may be unknown.
  if (calledModule(manifest) === 'eks' && manifest.isPartial) return true;

  const text = JSON.stringify(manifest.object);
  return text.includes(quotedKey(name)) || text.includes(`enable_${name.replaceAll('-', '_')}`);
}

const quotedKey = (name: string): string => JSON.stringify(name);

function removal({ name, outcome }: NeededAddon, addon: Addon, { head }: AccountSides): Diagnostic {
  const isPreserved = preservesAddon(addon);
  const title = quoted(name);
  const messages = {
    deleted: `Terraform deletes the add-on ${title} with its pods, without which ${outcome}. These files have nothing in its place`,
    unknown: `Terraform deletes the add-on ${title}, and its pods unless \`preserve\` is true. Without them, ${outcome}`,
    preserved: `Terraform deletes the add-on ${title}. Its pods stay, because \`preserve\` is true, but EKS no longer updates or configures them`,
  };

  return accountFinding({
    code: 'terraform/removes-addon',
    severity: isPreserved === false ? 'warning' : 'note',
    message: messages[fateOf(isPreserved)],
    span: placeOf(addon, head),
    help: isPreserved
      ? 'Keep the add-on, or install what updates its pods from now on.'
      : 'Keep the add-on. To move it elsewhere, set `preserve = true` in a change of its own first.',
  });
}

/** The list of add-ons that no longer has one, or else the file of the one that is gone. */
function placeOf({ manifest, path }: Addon, { manifests }: AccountSides['head']): Diagnostic['span'] {
  const module = manifests.find(({ kind, source }) => kind === 'module' && source.file === manifest.source.file);
  if (module === undefined) return placeInBase(manifest);
  return module.keySpan(path.slice(0, -1));
}

function fateOf(isPreserved: boolean | undefined): 'deleted' | 'preserved' | 'unknown' {
  if (isPreserved === undefined) return 'unknown';
  if (isPreserved) return 'preserved';
  return 'deleted';
}
