import type { Taint } from '../../karpenter/api/pod.ts';
import { toleratesTaint } from '../../karpenter/scheduling/taints.ts';
import { workloadsOf } from '../../karpenter/workloads/workload-fields.ts';
import { asMapping, type Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, terraform } from '../../rules/lint/example.ts';
import { tolerationsAt } from '../../rules/lint/fields/pod-tolerations.ts';
import { poolsOfPods } from '../../rules/lint/fields/pools-of-pods.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { autoModePool, kubectlManifest } from '../../rules/lint/scenes.ts';
import { nameInNamespace } from '../../text/diagnostic.ts';
import { nearest } from '../../text/nearest.ts';
import { byCount } from '../../text/words/plural.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import {
  type AutoModeSetting,
  autoModeIn,
  autoModeSettings,
  clusterBefore,
  type ListedPool,
  listedPools,
} from '../auto-mode/auto-mode-settings.ts';
import { builtInPoolNames, builtInPools } from '../auto-mode/built-in-pools.ts';

export const autoModeNodePoolsRule = defineRule({
  id: 'auto-mode-node-pools',
  severity: 'error',
  since: '0.1.0',
  providers: ['eks-auto-mode'],
  theme: 'Karpenter installation',
  mistakes: [],
  on: {
    Manifests({ manifests }, context) {
      for (const setting of autoModeSettings(manifests)) {
        if (setting.isOn === false) continue;
        judgeKeys(setting, context);
        const names = listedPools(setting);
        for (const pool of names ?? []) judgeName(setting, pool, context);
        if (names !== undefined) judgeChange(setting, context);
      }
    },
  },
  docs: {
    summary: 'EKS Auto Mode gets a built-in NodePool that does not exist, or a change adds or removes one.',
    why: 'EKS has two built-in NodePools, `general-purpose` and `system`, and refuses every other name. A misspelled key of the EKS module leaves the list empty. The NodePool `system` has the taint `CriticalAddonsOnly`, so most workloads do not run on it. If a name leaves the list, EKS deletes the NodePool and its nodes. That is an error if the files have pods for which no other NodePool or node group is left.',
    help: 'List `general-purpose`, `system`, both or none. Create other NodePools as objects of Kubernetes.',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/set-builtin-node-pools.html',
  },
  examples,
});

/** What the EKS module reads of `compute_config`. Source: terraform-aws-eks, variables.tf and main.tf. */
const moduleKeys: readonly string[] = ['enabled', 'node_pools', 'node_role_arn'];

/** Reports keys of `compute_config` that the EKS module does not read. Terraform drops them when it converts the object to the type of the input. */
function judgeKeys({ manifest, path }: AutoModeSetting, context: RuleContext): void {
  if (manifest.kind !== 'module') return;

  for (const key of Object.keys(asMapping(manifest.get(path)) ?? {})) {
    if (moduleKeys.includes(key) || hasPlaceholder(key)) continue;

    const meant = nearest(snakeCase(key), moduleKeys);
    const consequence = textIf(meant === 'node_pools', '. So the cluster gets no built-in NodePools from it');

    context.report({
      manifest,
      at: manifest.keySpan([...path, key]),
      severity: 'warning',
      message: `The EKS module does not read \`${key.slice(0, 60)}\` in \`${String(path.at(-1))}\`, and Terraform drops it without an error${consequence}`,
      help: meant === undefined ? 'Remove the key.' : `Did you mean \`${meant}\`?`,
    });
  }
}

/** As Terraform writes names: `nodePools` → `node_pools`. */
const snakeCase = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function judgeName({ manifest }: AutoModeSetting, { name, path }: ListedPool, context: RuleContext): void {
  if (builtInPoolNames.includes(name)) return;

  const meant = nearest(name, builtInPoolNames);

  const help = () => {
    if (meant === undefined)
      return 'List `general-purpose` or `system`. Create other NodePools as objects of Kubernetes.';
    return `Did you mean \`${meant}\`?`;
  };

  context.report({
    manifest,
    at: manifest.span(path),
    message: `\`${name}\` is not a built-in NodePool of EKS Auto Mode, so EKS refuses the list`,
    help: help(),
  });
}

/** Reports which built-in NodePools the change adds and removes. */
function judgeChange({ manifest, path, pools }: AutoModeSetting, context: RuleContext): void {
  const old = clusterBefore(manifest, context.base);
  const before = old && autoModeIn(old);
  if (old === undefined || before?.isOn !== true || isUnknown(before)) return;

  const [oldNames, newNames] = [namesIn(old), namesIn(manifest)];
  const [gone, added] = [
    oldNames.filter((name) => !newNames.includes(name)),
    newNames.filter((name) => !oldNames.includes(name)),
  ];
  const at = manifest.span(pools.value === undefined ? path : pools.path);

  if (gone.length > 0) {
    const pods = podsWithoutPool(manifest, newNames, context);
    const lost = textIf(pods.length > 0, `. No NodePool of these files is left for pods of ${firstNames(pods)}`);

    context.report({
      manifest,
      at,
      severity: pods.length > 0 ? 'error' : 'warning',
      message: `The change turns off ${listOf(gone)} of EKS Auto Mode. EKS deletes ${byCount(gone.length, 'it and its', 'them and their')} nodes${systemOnly(newNames)}${lost}`,
      help: `Keep ${listOf(gone)} until other NodePools run the pods.`,
    });
  }

  if (added.length > 0) {
    const consequence = () => {
      if (added.includes('system')) return ', and only pods that tolerate `CriticalAddonsOnly` run on `system`';
      return ', which may launch nodes for any pod';
    };

    context.report({
      manifest,
      at,
      severity: 'note',
      message: `The change turns on ${listOf(added)} of EKS Auto Mode${consequence()}`,
    });
  }
}

/** The taint of the built-in NodePool `system`. Source: EKS user guide, set-builtin-node-pools. */
const taintOfSystem: Taint = { key: 'CriticalAddonsOnly', value: '', effect: 'NoSchedule' };

/**
 * The workloads of a cluster that may run on a built-in NodePool, and on no node that the files show after the change.
 * None if a file cannot be read.
 */
function podsWithoutPool(
  manifest: Manifest,
  names: readonly string[],
  { all, clusterOf }: RuleContext,
): readonly string[] {
  const cluster = clusterOf(manifest);
  if (names.includes('general-purpose') || cluster.isExample || all.files.some(({ isBroken }) => isBroken)) return [];

  return workloadsOf(cluster).flatMap(({ manifest: workload, template }) => {
    const pod = [...template, 'spec'];
    const others = poolsOfPods(workload, pod, cluster);
    const isOfSystem = tolerationsAt(workload, pod).some((toleration) => toleratesTaint(toleration, taintOfSystem));
    const isElsewhere = others === undefined || others.pools.length > 0 || !others.isOnly;
    if (workload.kind === 'DaemonSet' || isElsewhere || (isOfSystem && names.includes('system'))) return [];
    return [`${workload.kind} ${quoted(nameInNamespace(workload))}`];
  });
}

/** That the NodePool that is left does not run ordinary pods. */
const systemOnly = (names: readonly string[]): string => {
  if (names.length === 1 && names[0] === 'system')
    return '. `system` runs only pods that tolerate `CriticalAddonsOnly`';

  return '';
};

const listOf = (names: readonly string[]): string =>
  `the built-in ${byCount(names.length, 'NodePool', 'NodePools')} ${firstNames(names.map(quoted))}`;

const namesIn = (manifest: Manifest): readonly string[] => builtInPools([manifest]).map(({ name }) => name);

const isUnknown = (setting: AutoModeSetting): boolean => listedPools(setting) === undefined;

function examples(): RuleExamples {
  const cluster = (pools: string) => terraform`
    module "eks" {
      source             = "terraform-aws-modules/eks/aws"
      version            = "~> 21.0"
      name               = "demo"
      kubernetes_version = "1.34"

      compute_config = {
        enabled    = true
        node_pools = [${pools}]
      }
    }

    ${kubectlManifest('web', autoModePool({ name: 'web' }))}
  `;

  return {
    bad: [
      corrected(cluster('"general-purpose", "sistem"'), { sistem: 'system' }),
      corrected(cluster('"batch"'), { '"batch"': '"system"' }),
    ],
    good: [cluster('"general-purpose", "system"'), cluster('')],
  };
}
