import { manifestDiagnostic } from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import { hasKarpenterObjects, workloadsOf } from '../../karpenter/workloads/workload-fields.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asList, asMapping, groupOf, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { type Diagnostic, nameInNamespace } from '../../text/diagnostic.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import type { ChangeSeen } from './change-seen.ts';
import { type Device, devices, installs, isInImage, wholeText } from './devices.ts';

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

/** Whether something else may offer the resource: another object that mentions a plugin, or an image that contains it. */
function mayBeOffered(device: Device, { manifests, files }: ManifestSet): boolean {
  const { plugin } = device;
  const classes = manifests.filter(({ kind }) => kind.endsWith('NodeClass'));
  if (classes.length === 0 || classes.some((nodeClass) => isInImage(device, nodeClass))) return true;

  // A chart that is not rendered here, and Terraform, are only texts.
  if (files.some(({ source }) => plugin.test(source.text) && !/^kind: (?:NodePool|EC2NodeClass)$/m.test(source.text)))
    return true;

  const isOfNodes = ({ apiVersion }: Manifest): boolean => groupOf(apiVersion).startsWith('karpenter.');
  return manifests.some((manifest) => !isOfNodes(manifest) && plugin.test(wholeText(manifest)));
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
