import { groupOf, type Manifest } from '../../manifest/model/manifest.ts';

/** A resource that a plugin on each node offers. */
export interface Device {
  readonly resource: RegExp;
  /** What an object contains that installs the plugin. */
  readonly plugin: RegExp;
  /** Whether Bottlerocket contains the plugin. */
  readonly isInBottlerocket: boolean;
}

export const devices: readonly Device[] = [
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

export const wholeText = ({ kind, name, object }: Manifest): string => JSON.stringify([kind, name, object]);

export const installs = ({ plugin }: Device, manifest: Manifest): boolean =>
  installers.test(manifest.kind) && plugin.test(wholeText(manifest));

/** Whether the nodes of a node class have the plugin of a device in their image. */
export const isInImage = ({ isInBottlerocket }: Device, nodeClass: Manifest): boolean =>
  groupOf(nodeClass.apiVersion) === 'eks.amazonaws.com' ||
  (isInBottlerocket && /bottlerocket/i.test(wholeText(nodeClass)));
