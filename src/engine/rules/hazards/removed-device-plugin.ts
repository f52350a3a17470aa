import { manifestDiagnostic } from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import { hasKarpenterObjects, workloadsOf } from '../../karpenter/workloads/workload-fields.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asList, asMapping, groupOf, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { type Diagnostic, nameInNamespace } from '../../text/diagnostic.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import type { ChangeSeen } from './change-seen.ts';

/**
 * Device plugins that the change removes although pods request what they offer. Karpenter waits until a new node offers it, and the pods with it.
 * Sources: core pkg/controllers/nodeclaim/lifecycle/initialization.go RequestedResourcesRegistered, and
 * https://docs.aws.amazon.com/eks/latest/userguide/ml-eks-k8s-device-plugin.html
 */
export function removedDevicePlugins({ base, head }: Pick<ChangeSeen, 'base' | 'head'>): readonly Diagnostic[] {
  if (!hasKarpenterObjects(head) || head.files.some(({ isBroken }) => isBroken)) return [];

  return devices.flatMap((device) => {
    // Few clusters have such pods, and the text of each object that may install a plugin is long.
    const consumer = consumerOf(device, head);
    if (consumer === undefined) return [];

    const plugin = base.manifests.find((manifest) => installs(device, manifest));
    if (plugin === undefined || mayBeOffered(device, head)) return [];

    const { manifest, resource, path } = consumer;

    return [
      manifestDiagnostic(manifest, {
        code: 'provisioning/device-plugin-removed',
        severity: 'warning',
        at: path,
        message: `The change removes ${plugin.kind} ${quoted(nameInNamespace(plugin))}, and no other object here offers ${quoted(resource)}. Without a device plugin, pods of ${manifest.kind} ${quoted(nameInNamespace(manifest))} stay pending on new nodes`,
        help: 'Keep the device plugin, or install another one in the same change.',
      }),
    ];
  });
}

/** A resource that a plugin on each node offers. */
interface Device {
  readonly resource: RegExp;
  /** What an object contains that installs the plugin. */
  readonly plugin: RegExp;
  /** Whether Bottlerocket contains the plugin. */
  readonly isInBottlerocket: boolean;
}

const devices: readonly Device[] = [
  {
    resource: /^nvidia\.com\/(?:gpu|mig-)/,
    plugin: /nvidia[-_]device[-_]plugin|(?<!efa[-_]|neuron[-_])k8s[-_]device[-_]plugin|gpu[-_]operator/,
    isInBottlerocket: true,
  },
  {
    resource: /^aws\.amazon\.com\/neuron/,
    plugin: /neuron[-_](?:k8s[-_])?device[-_]plugin|neuron[-_]helm[-_]chart/,
    isInBottlerocket: false,
  },
  {
    resource: /^vpc\.amazonaws\.com\/efa$/,
    plugin: /efa[-_](?:k8s|kubernetes)[-_]device[-_]plugin/,
    isInBottlerocket: false,
  },
];

/** Kinds of objects that may install a plugin. */
const installers = /^(?:DaemonSet|Application|ApplicationSet|HelmRelease|HelmChart|helm_release)$/;

const textOf = ({ kind, name, object }: Manifest): string => JSON.stringify([kind, name, object]);

const installs = ({ plugin }: Device, manifest: Manifest): boolean =>
  installers.test(manifest.kind) && plugin.test(textOf(manifest));

/** Whether something else may offer the resource: another object that mentions a plugin, or an image that contains it. */
function mayBeOffered({ plugin, isInBottlerocket }: Device, { manifests, files }: ManifestSet): boolean {
  const classes = manifests.filter(({ kind }) => kind.endsWith('NodeClass'));
  const isBuiltIn = (nodeClass: Manifest): boolean =>
    groupOf(nodeClass.apiVersion) === 'eks.amazonaws.com' ||
    (isInBottlerocket && /bottlerocket/i.test(textOf(nodeClass)));
  if (classes.length === 0 || classes.some(isBuiltIn)) return true;

  // A chart that is not rendered here, and Terraform, are only texts.
  if (files.some(({ source }) => plugin.test(source.text) && !/^kind: (?:NodePool|EC2NodeClass)$/m.test(source.text)))
    return true;

  const isOfNodes = ({ apiVersion }: Manifest): boolean => groupOf(apiVersion).startsWith('karpenter.');
  return manifests.some((manifest) => !isOfNodes(manifest) && plugin.test(textOf(manifest)));
}

interface Consumer {
  readonly manifest: Manifest;
  readonly resource: string;
  readonly path: Path;
}

/** The first workload whose pods request a resource. */
function consumerOf(device: Device, head: ManifestSet): Consumer | undefined {
  for (const { manifest, template } of workloadsOf(head)) {
    if (manifest.kind === 'DaemonSet') continue;

    const containers = [...template, 'spec', 'containers'];
    const paths = asList(manifest.get(containers)).flatMap((_, index) =>
      ['requests', 'limits'].map((amounts) => [...containers, index, 'resources', amounts]),
    );

    for (const path of paths) {
      const resource = Object.keys(asMapping(manifest.get(path)) ?? {}).find((key) => device.resource.test(key));
      if (resource !== undefined) return { manifest, resource, path: [...path, resource] };
    }
  }

  return undefined;
}
