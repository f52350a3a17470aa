import { labelDomain } from '../../karpenter/api/labels.ts';
import { asList, asMapping, asText } from '../../manifest/model/manifest.ts';
import { nodeConfigsIn } from './node-configs.ts';
import { tomlEntries } from './toml-entries.ts';

/** A label that user data lets the kubelet register with, and the text that gives it. */
export interface RegisteredLabel {
  readonly key: string;
  readonly line: string;
}

/** The labels that user data gives to the kubelet, as far as they are written there. */
export function registeredLabels(userData: string, family: string): readonly RegisteredLabel[] {
  if (family === 'Bottlerocket') {
    return (tomlEntries(userData) ?? []).flatMap(({ path, line }) => {
      const [settings, section, field, key, ...rest] = path;
      const isLabel = settings === 'settings' && section === 'kubernetes' && field === 'node-labels';
      if (isLabel && key !== undefined && rest.length === 0) return [{ key, line }];
      return [];
    });
  }

  return kubeletArguments(userData, family).flatMap((argument) => {
    const value = /--node-labels[= ]["']?([^\s"'\\]+)/.exec(argument)?.[1] ?? '';
    return value.split(',').flatMap((pair) => {
      const key = pair.split('=', 1)[0] ?? '';
      if (key === '' || key.includes('$')) return [];
      return [{ key, line: key }];
    });
  });
}

/** The arguments of the kubelet: the flags of a NodeConfig, and lines of scripts that join nodes of `Custom`. */
export function kubeletArguments(userData: string, family: string): readonly string[] {
  const ofConfigs = nodeConfigsIn(userData).flatMap(({ spec }) =>
    asList(asMapping(asMapping(spec)?.kubelet)?.flags).flatMap((flag) => asText(flag) ?? []),
  );
  if (family !== 'Custom') return ofConfigs;

  const lines = userData.split('\n').filter((line) => /^[^#]*--(?:node-labels|register-with-taints)\b/.test(line));
  return [...ofConfigs, ...lines];
}

/** Source: kubernetes staging/src/k8s.io/kubelet/pkg/apis/well_known_labels.go. */
const settable: ReadonlySet<string> = new Set([
  'beta.kubernetes.io/arch',
  'beta.kubernetes.io/instance-type',
  'beta.kubernetes.io/os',
  'failure-domain.beta.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'kubernetes.io/arch',
  'kubernetes.io/hostname',
  'kubernetes.io/os',
  'node.kubernetes.io/instance-type',
  'topology.kubernetes.io/region',
  'topology.kubernetes.io/zone',
]);

/**
 * Whether the kubelet starts with a label among its `--node-labels`. It refuses those of Kubernetes that are not for nodes to set.
 * Source: kubernetes cmd/kubelet/app/options/options.go ValidateKubeletFlags.
 */
export function mayRegisterWith(key: string): boolean {
  const domain = labelDomain(key);
  const isIn = (name: string): boolean => domain === name || domain.endsWith(`.${name}`);
  if (!isIn('kubernetes.io') && !isIn('k8s.io')) return true;
  return settable.has(key) || isIn('kubelet.kubernetes.io') || isIn('node.kubernetes.io');
}
