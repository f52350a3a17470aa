import { type CloudProvider, classProviderOf } from '../../karpenter/cloud-provider/cloud-provider.ts';
import { groupOf, type Manifest, versionOf } from '../../manifest/model/manifest.ts';

/** Whether an object has one of these kinds, in any group. */
export const isKind = (manifest: Manifest, ...kinds: readonly string[]): boolean => kinds.includes(manifest.kind);

/** Whether an object is of Karpenter's own group. */
export const isKarpenter = (manifest: Manifest): boolean => groupOf(manifest.apiVersion) === 'karpenter.sh';

/** In any version: providers have renamed their node classes between versions. */
export const isNodeClass = (manifest: Manifest, providers: readonly CloudProvider[]): boolean =>
  classProviderOf(manifest, providers) !== undefined;

/** Whether a refusal decides about nodes. */
export const mayBeRefused = (manifest: Manifest, providers: readonly CloudProvider[]): boolean =>
  isKarpenter(manifest) || isNodeClass(manifest, providers);

/** Whether an object is a Provisioner or an AWSNodeTemplate, by its version. */
export const isOfAlpha = (manifest: Manifest): boolean =>
  versionOf(manifest.apiVersion).startsWith('v1alpha') && !isKind(manifest, 'NodeOverlay');
