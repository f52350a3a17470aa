import { compareMinors } from '../../karpenter/api/versions.ts';
import type { TomlEntry } from './toml-entries.ts';

/** The type of a setting: `texts` is a list of strings. Undefined if it has fields of its own, which are not checked. */
export type SettingType = 'string' | 'integer' | 'boolean' | 'texts' | undefined;

/** What a setting of Bottlerocket has to be. */
export interface WantedSetting {
  readonly type: SettingType;
  /** Whether Karpenter reads the setting, too, and refuses the user data if the type is wrong. */
  readonly isReadByKarpenter: boolean;
}

/**
 * Settings under `settings.kubernetes` that Karpenter reads and writes again, by type, with the first minor that does. It drops all others.
 * A dot marks a map whose values have the type. Source: provider-aws pkg/providers/amifamily/bootstrap/bottlerocketsettings.go from v0.32 to v1.14.1.
 */
const kubernetes: Readonly<Record<'string' | 'integer' | 'boolean' | 'texts' | 'other', string>> = {
  string: `
    api-server cloud-provider cluster-certificate cluster-name cluster-dns-ip container-log-max-size cpu-manager-policy
    cpu-manager-reconcile-period topology-manager-scope image-gc-high-threshold-percent image-gc-low-threshold-percent
    shutdown-grace-period shutdown-grace-period-for-critical-pods
    node-labels. eviction-hard. kube-reserved. system-reserved.
    topology-manager-policy:0.37 cluster-domain:0.37 eviction-soft.:1.5 eviction-soft-grace-period.:1.5
    container-log-monitor-interval:1.6 hostname-override-source:1.9 memory-manager-policy:1.10`,
  integer: `
    max-pods registry-qps registry-burst event-qps event-burst kube-api-qps kube-api-burst container-log-max-files
    pod-pids-limit:1.0 eviction-max-pod-grace-period:1.5 container-log-max-workers:1.6 ids-per-pod:1.9 log-level:1.9`,
  boolean: `
    server-tls-bootstrap cpu-cfs-quota-enforced seccomp-default:0.37 device-ownership-from-security-context:1.2
    single-process-oom-kill:1.5`,
  texts: 'allowed-unsafe-sysctls cpu-manager-policy-options:1.9 node-taints.',
  other:
    'static-pods credential-providers:0.34 topology-manager-policy-options:1.13 memory-manager-reserved-memory:1.15',
};

interface KubernetesSetting {
  readonly type: SettingType;
  readonly isMap: boolean;
  readonly since: string;
}

const wordsOf = (text: string): string[] => text.trim().split(/\s+/);

const kubernetesSettings: ReadonlyMap<string, KubernetesSetting> = new Map(
  Object.entries(kubernetes).flatMap(([type, keys]) =>
    wordsOf(keys).map((word) => {
      const [key = '', since = '0.32'] = word.split(':');

      const typeText = () => {
        if (type === 'other') return undefined;
        return type as SettingType;
      };

      const setting = { type: typeText(), isMap: key.endsWith('.'), since };
      return [key.replace('.', ''), setting] as const;
    }),
  ),
);

/**
 * Settings that only Bottlerocket reads, with `*` for any name. Its serde types are strict, so a node with another type never boots.
 * Source: bottlerocket-settings-models, such as kernel/src/lib.rs: `sysctl: HashMap<SysctlKey, String>`.
 */
const bottlerocket: Readonly<Record<'string' | 'boolean', string>> = {
  string: `
    kernel.sysctl.* kernel.lockdown motd host-containers.*.source host-containers.*.user-data
    bootstrap-containers.*.source bootstrap-containers.*.user-data bootstrap-containers.*.mode`,
  boolean: `
    kernel.modules.*.allowed host-containers.*.enabled host-containers.*.superpowered bootstrap-containers.*.essential
    pki.*.trusted metrics.send-metrics`,
};

const bottlerocketSettings = Object.entries(bottlerocket).flatMap(([type, paths]) =>
  wordsOf(paths).map((path) => ({ parts: path.split('.'), type: type as SettingType })),
);

/** What a setting has to be, by its path below `settings`; undefined if that is not known. */
export function wantedSetting([section, key = '', ...rest]: readonly string[]): WantedSetting | undefined {
  if (section !== 'kubernetes') {
    const parts = [section, key, ...rest];
    const setting = bottlerocketSettings.find((pattern) => matches(pattern.parts, parts));
    return setting && { type: setting.type, isReadByKarpenter: false };
  }

  // The decoder of Karpenter ignores case.
  const setting = kubernetesSettings.get(key.toLowerCase());
  if (setting === undefined || rest.length !== (setting.isMap ? 1 : 0)) return undefined;

  return { type: setting.type, isReadByKarpenter: true };
}

const matches = (pattern: readonly string[], [...parts]: readonly (string | undefined)[]): boolean => {
  while (parts.at(-1) === '') parts.pop();
  return parts.length === pattern.length && pattern.every((part, i) => part === '*' || part === parts[i]);
};

/** Whether a value can have the type of its setting. */
export function isOfSettingType({ type, items }: TomlEntry, wanted: SettingType): boolean {
  if (wanted === undefined) return true;
  if (wanted === 'texts') return type === 'array' && items.every((item) => item === 'string');
  return type === wanted;
}

/** A key under `settings.kubernetes` that a minor of Karpenter drops. */
interface DroppedSetting {
  /** The first minor that keeps it; undefined if none does. */
  readonly since?: string;
}

/** Whether a minor of Karpenter drops a key under `settings.kubernetes`. */
export function droppedSetting(key: string, minor: string): DroppedSetting | undefined {
  const setting = kubernetesSettings.get(key.toLowerCase());
  if (setting === undefined) return {};
  if (compareMinors(minor, setting.since) >= 0) return undefined;
  return { since: setting.since };
}

/** The keys that some minor of Karpenter keeps, for `Did you mean`. */
export const keptSettings: readonly string[] = [...kubernetesSettings.keys()];
