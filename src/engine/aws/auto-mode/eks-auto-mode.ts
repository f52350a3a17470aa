import type { CloudProvider, NodeClassDrift } from '../../karpenter/cloud-provider/cloud-provider.ts';
import { autoModeGroup } from '../../manifest/model/provider-kinds.ts';
import { changedSelection } from '../node-class/selector-terms.ts';
import { isAutoModeStopped } from './auto-mode-settings.ts';
import { autoModeBilling } from './billing.ts';
import { builtInPools } from './built-in-pools.ts';
import { autoModeEffects } from './field-effects.ts';
import { autoModeLaunching } from './launching.ts';

const drift: NodeClassDrift = {
  effects: autoModeEffects,
  settingEffects: new Map(),
  changedSelection,
  // EKS replaces the nodes of Auto Mode itself, about once a week, when it releases an image.
  kubernetesChanges: () => [],
  // EKS writes a hash on the class and does not publish how it computes it.
  hash: () => null,
  isSameHash: () => false,
  asConverted: (object) => object,
};

/**
 * EKS Auto Mode: a Karpenter that AWS runs in the control plane, with its own kind of node class. A cluster can run it next to a Karpenter of
 * its own, so it is a provider of its own. It launches instances of AWS.
 */
export const eksAutoMode: CloudProvider = {
  name: 'eks-auto-mode',
  title: 'EKS Auto Mode',
  nodeClasses: [{ group: autoModeGroup, kind: 'NodeClass', plural: 'nodeclasses', builtIn: ['default'] }],
  catalog: 'aws',
  launching: autoModeLaunching,
  billing: autoModeBilling,
  drift,
  builtInPools,
  stopping: { because: 'EKS Auto Mode is off', isStopped: isAutoModeStopped },
};
