import { kubeletFields } from '../../karpenter/api/kubelet-fields.ts';
import { asMapping, asText, isObject, type Manifest, type Mapping } from '../../manifest/model/manifest.ts';
import { against, corrected, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass } from '../../rules/lint/scenes.ts';
import { byCount } from '../../text/words/plural.ts';
import { quotedNames } from '../../text/words/quoted-names.ts';
import { userDataOf, writtenAmiFamily } from '../fields/node-classes.ts';
import { expected, isOfType } from '../node-class/kubelet-value.ts';
import {
  droppedSetting,
  isOfSettingType,
  keptSettings,
  type SettingType,
  type WantedSetting,
  wantedSetting,
} from '../user-data/bottlerocket-settings.ts';
import { mayRegisterWith, type RegisteredLabel, registeredLabels } from '../user-data/kubelet-arguments.ts';
import { nodeConfigsIn } from '../user-data/node-configs.ts';
import { spanOfTextLine } from '../user-data/text-lines.ts';
import { type TomlEntry, tomlEntries } from '../user-data/toml-entries.ts';

const userDataPath = ['spec', 'userData'];

export const userDataSettingsRule = defineRule({
  id: 'user-data-settings',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Images and user data',
  mistakes: [],
  on: {
    NodeClass(nodeClass, context) {
      const userData = userDataOf(nodeClass);
      if (userData === undefined) return;

      const family = writtenAmiFamily(nodeClass);
      if (family === 'Bottlerocket') judgeBottlerocket(nodeClass, userData, context);
      if (family === 'AL2023') judgeNodeConfigs(nodeClass, userData, context);
      if (family === 'Custom') judgeCustom(nodeClass, userData, context);
      if (family !== undefined) judgeLabels(nodeClass, registeredLabels(userData, family), context);
    },
  },
  docs: {
    summary: 'User data has a setting of the wrong type, one that Karpenter drops, or one with which no node joins.',
    why: 'Bottlerocket reads its settings with fixed types. For example, all values under `settings.kernel.sysctl` are strings. With another type, the node does not boot, and Karpenter replaces it after 15 minutes. Karpenter itself reads `settings.kubernetes` and writes it again. It refuses a wrong type, and drops settings that its version does not know. On Amazon Linux 2023, the kubelet does not start with a value of the wrong type in a `NodeConfig`, and `nodeadm` fails if the `NodeConfig` has another `apiVersion` or `kind`. The kubelet also refuses `--node-labels` of Kubernetes that nodes may not set, such as `node-role.kubernetes.io/worker`.',
    help: 'Write each value with the type of its setting, and only settings that your Karpenter version knows.',
    url: 'https://bottlerocket.dev/en/os/latest/#/api/settings/',
  },
  examples,
});

function judgeBottlerocket(nodeClass: Manifest, userData: string, context: RuleContext): void {
  const settings = (tomlEntries(userData) ?? []).filter(({ path }) => path[0] === 'settings');
  const dropped = new Set<string>();

  for (const entry of settings) {
    const path = entry.path.slice(1);
    const wanted = wantedSetting(path);
    if (wanted && !isOfSettingType(entry, wanted.type)) reportType(nodeClass, { entry, wanted }, context);

    const [section, key = ''] = path;
    if (section !== 'kubernetes' || dropped.has(key)) continue;

    dropped.add(key);
    reportDropped(nodeClass, entry, context);
  }
}

interface WrongType {
  readonly entry: TomlEntry;
  readonly wanted: WantedSetting;
}

const typeNames: Readonly<Record<Exclude<SettingType, undefined>, string>> = {
  string: 'a string',
  integer: 'an integer',
  boolean: '`true` or `false`',
  texts: 'a list of strings',
};

const settingName = ({ path }: TomlEntry): string => `\`${path.join('.').slice(0, 100)}\``;

function reportType(nodeClass: Manifest, { entry, wanted }: WrongType, { report }: RuleContext): void {
  const type = typeNames[wanted.type!];

  const consequence = () => {
    if (wanted.isReadByKarpenter) return 'Karpenter cannot read this user data, and launches no nodes with it';
    return 'Bottlerocket does not boot with this user data, so no node joins the cluster';
  };

  const help = () => {
    if (wanted.type === 'string' && ['integer', 'float', 'boolean'].includes(entry.type))
      return 'Put the value in quotes.';
    return `Write ${type}.`;
  };

  report({
    at: spanOfTextLine(nodeClass, userDataPath, entry.line),
    message: `${settingName(entry)} must be ${type}. ${consequence()}`,
    help: help(),
    unready: `${settingName(entry)} in the user data is not ${type}`,
  });
}

function reportDropped(nodeClass: Manifest, entry: TomlEntry, { report, karpenter, nearest }: RuleContext): void {
  const key = entry.path[2] ?? '';
  const at = spanOfTextLine(nodeClass, userDataPath, entry.line);

  if (key.toLowerCase() === 'node-taints') {
    report({
      severity: 'warning',
      at,
      message:
        'Karpenter replaces `settings.kubernetes.node-taints` with the taints of the NodePool, so these taints have no effect',
      help: 'Set the taints in `taints` or `startupTaints` under `spec.template.spec` of the NodePool.',
    });
    return;
  }

  const dropped = droppedSetting(key, karpenter.version);
  if (!dropped) return;

  const wanted = dropped.since === undefined ? nearest(key, keptSettings) : undefined;

  report({
    severity: 'warning',
    at,
    message: `Karpenter ${karpenter.version} does not know \`settings.kubernetes.${key.slice(0, 60)}\`. It drops the setting from the user data, so it has no effect`,
    help: remedy(dropped.since, wanted),
  });
}

function remedy(since: string | undefined, wanted: string | undefined): string {
  if (since !== undefined) return `Upgrade Karpenter to ${since} or later, or remove the setting.`;
  if (wanted !== undefined) return `Did you mean \`${wanted}\`?`;
  return 'Remove the setting.';
}

/** Labels that the kubelet refuses to register with. */
function judgeLabels(nodeClass: Manifest, labels: readonly RegisteredLabel[], { report }: RuleContext): void {
  const refused = labels.filter(({ key }) => !mayRegisterWith(key));
  const [first] = refused;
  if (first === undefined) return;

  const names = quotedNames([...new Set(refused.map(({ key }) => key.slice(0, 80)))]);

  report({
    at: spanOfTextLine(nodeClass, userDataPath, first.line),
    message: `The kubelet refuses to start with the node ${byCount(refused.length, 'label', 'labels')} ${names}, so no node joins the cluster`,
    help: 'Remove it from the user data. Set labels under `spec.template.metadata.labels` of the NodePool, from where Karpenter adds them itself.',
    unready: `the kubelet refuses to start with the node label ${names}`,
  });
}

const nodeConfigVersion = 'node.eks.aws/v1alpha1';

/** What keeps nodeadm or the kubelet from reading a NodeConfig. */
function judgeNodeConfigs(nodeClass: Manifest, userData: string, context: RuleContext): void {
  for (const nodeConfig of nodeConfigsIn(userData)) {
    const { apiVersion, kind, spec } = nodeConfig;
    const isOfApi = kind !== undefined || apiVersion !== undefined || asMapping(spec) !== undefined;
    if (isOfApi) judgeNodeConfig(nodeClass, nodeConfig, context);
    else reportOtherYaml(nodeClass, userData, context);
  }
}

function judgeNodeConfig(nodeClass: Manifest, nodeConfig: Mapping, context: RuleContext): void {
  const isRead = nodeConfig.kind === 'NodeConfig' && nodeConfig.apiVersion === nodeConfigVersion;
  if (isRead) judgeKubelet(nodeClass, nodeConfig, context);
  else reportHeader(nodeClass, nodeConfig, context);
}

/** A NodeConfig of another version or kind, which nodeadm cannot decode. Source: amazon-eks-ami nodeadm/internal/api/bridge/decode.go. */
function reportHeader(nodeClass: Manifest, { apiVersion, kind }: Mapping, { report }: RuleContext): void {
  const isOfVersion = apiVersion === nodeConfigVersion;
  const [field, value, wanted] = isOfVersion
    ? ['kind', kind, 'NodeConfig']
    : ['apiVersion', apiVersion, nodeConfigVersion];
  const isWritten = typeof value === 'string';
  const fault = isWritten ? `has the ${field} \`${value.slice(0, 60)}\`` : `has no \`${field}\``;
  // A later nodeadm may read another version.
  const isLater = !isOfVersion && isWritten && /^node\.eks\.aws\/v\d/.test(value);

  report({
    ...(isLater && { severity: 'warning' }),
    at: spanOfTextLine(nodeClass, userDataPath, isWritten ? `${field}: ${value}` : 'spec:'),
    message: `This \`NodeConfig\` ${fault}, but \`nodeadm\` reads only \`${wanted}\`. It fails with others, so no node joins the cluster`,
    help: `Write \`${field}: ${wanted}\`.`,
    ...(!isLater && { unready: `the \`NodeConfig\` in the user data ${fault}` }),
  });
}

/** What nodeadm has to know of the cluster. Source: amazon-eks-ami nodeadm/internal/api/validation.go. */
const clusterFields = ['name', 'apiServerEndpoint', 'certificateAuthority', 'cidr'];

/** NodeConfigs of `Custom`, which Karpenter hands over as they are. Other YAML is for images that are not those of EKS. */
function judgeCustom(nodeClass: Manifest, userData: string, context: RuleContext): void {
  const configs = nodeConfigsIn(userData).filter(({ apiVersion }) => asText(apiVersion)?.startsWith('node.eks.aws/'));
  for (const nodeConfig of configs) judgeNodeConfig(nodeClass, nodeConfig, context);

  // A script may write another NodeConfig.
  if (configs.length > 0 && !/\bnodeadm\b/.test(userData)) judgeCluster(nodeClass, configs, context);
}

/** Reports that the NodeConfigs of `Custom` do not say which cluster it is. For other families, Karpenter adds that. */
function judgeCluster(nodeClass: Manifest, configs: readonly Mapping[], { report }: RuleContext): void {
  const written = new Set(configs.flatMap(({ spec }) => Object.keys(asMapping(asMapping(spec)?.cluster) ?? {})));
  const missing = clusterFields.filter((field) => !written.has(field));
  if (missing.length === 0) return;

  report({
    severity: 'warning',
    at: nodeClass.keySpan(userDataPath),
    message: `Karpenter writes no user data for \`Custom\`, and the \`NodeConfig\` has no ${quotedNames(missing)} under \`spec.cluster\`. Nodes join only if the image has the rest`,
    help: 'Write all four fields: `name`, `apiServerEndpoint`, `certificateAuthority` and `cidr`.',
  });
}

function judgeKubelet(nodeClass: Manifest, nodeConfig: Mapping, { report, nearest }: RuleContext): void {
  const kubelet = asMapping(asMapping(nodeConfig.spec)?.kubelet);
  const config = asMapping(kubelet?.config) ?? {};

  for (const [name, value] of Object.entries(config)) {
    const type = kubeletFields.get(name);
    const at = () => {
      const shown = isObject(value) ? '' : String(value);
      return spanOfTextLine(nodeClass, userDataPath, `${name}: ${shown}`);
    };

    if (type === undefined) {
      const wanted = nearest(name, [...kubeletFields.keys()]);
      if (wanted === undefined) continue;

      report({
        severity: 'warning',
        at: at(),
        message: `\`${name.slice(0, 60)}\` is not a kubelet setting. The kubelet ignores it, so it has no effect`,
        help: `Did you mean \`${wanted}\`?`,
      });
    } else if (value !== null && !isOfType(value, type)) {
      report({
        at: at(),
        message: `\`${name}\` in the \`NodeConfig\` is not ${expected[type]}. The kubelet does not start with it, so no node joins the cluster`,
        help: `Write ${expected[type]}.`,
        unready: `\`${name}\` in the user data is not ${expected[type]}`,
      });
    }
  }
}

/** YAML that is no NodeConfig, such as that of cloud-init. */
function reportOtherYaml(nodeClass: Manifest, userData: string, { report }: RuleContext): void {
  const isCloudConfig = userData.trimStart().startsWith('#cloud-config');
  if (!isCloudConfig) return;

  report({
    at: nodeClass.keySpan(userDataPath),
    message:
      'Karpenter passes user data in YAML to `nodeadm` as a `NodeConfig`, but this is a configuration of cloud-init. `nodeadm` fails, so no node joins the cluster',
    help: 'Put it into a MIME text, as a part with the type `text/cloud-config`.',
    unready: 'the user data is YAML without a `NodeConfig`',
  });
}

function examples(): RuleExamples {
  const bottlerocket = (...lines: string[]) =>
    ec2NodeClass(yaml`
      amiSelectorTerms:
        - alias: bottlerocket@v1.44.0
      userData: |
        ${lines.join('\n')}
    `);

  return {
    bad: [
      corrected(bottlerocket('[settings.kernel.sysctl]', '"vm.max_map_count" = 262144'), { '262144': '"262144"' }),
      corrected(bottlerocket('[settings.kubernetes]', 'cpu-manager-policy = true'), { true: '"static"' }),
      corrected(bottlerocket('[settings.kubernetes]', 'registry-qps = "10"'), { '"10"': '10' }),
      corrected(bottlerocket('[settings.kubernetes]', 'cpu-manager-polizy = "static"'), { polizy: 'policy' }),
      corrected(bottlerocket('[settings.kubernetes.node-taints]', 'team = ["a:NoSchedule"]'), {
        '[settings.kubernetes.node-taints]': '[settings.kubernetes.node-labels]',
        '["a:NoSchedule"]': '"a"',
      }),
      corrected(
        against(
          { karpenter: '1.8' },
          bottlerocket('[settings.kubernetes]', 'cpu-manager-policy-options = ["full-pcpus-only"]'),
        ),
        { 'cpu-manager-policy-options = ["full-pcpus-only"]': '' },
      ),
      corrected(
        ec2NodeClass(yaml`
          amiSelectorTerms:
            - alias: al2023@v20260715
          userData: |
            apiVersion: node.eks.aws/v1alpha1
            kind: NodeConfig
            spec:
              kubelet:
                config:
                  serializeImagePulls: "false"
                  maxParallelImagePull: 5
        `),
        { '"false"': 'false', 'maxParallelImagePull:': 'maxParallelImagePulls:' },
      ),
      corrected(bottlerocket('[settings.kubernetes.node-labels]', '"node-role.kubernetes.io/worker" = ""'), {
        'node-role.kubernetes.io/worker': 'node.kubernetes.io/role',
      }),
      corrected(
        ec2NodeClass(yaml`
          amiSelectorTerms:
            - alias: al2023@v20260715
          userData: |
            apiVersion: node.eks.aws/v1
            kind: NodeConfig
            spec:
              instance:
                localStorage:
                  strategy: RAID0
        `),
        { 'node.eks.aws/v1': 'node.eks.aws/v1alpha1' },
      ),
    ],
    good: [
      against(
        { karpenter: '1.9' },
        bottlerocket(
          '[settings]',
          'kernel.sysctl = { "vm.max_map_count" = "262144" }',
          '[settings.kubernetes]',
          'cpu-manager-policy-options = ["full-pcpus-only"]',
          'registry-qps = 10',
          'kube-reserved = { cpu = "100m" }',
          '[settings.kubernetes.static-pods.web]',
          'enabled = true',
          '[settings.ntp]',
          'time-servers = ["169.254.169.123"]',
        ),
      ),
      ec2NodeClass(yaml`
        amiSelectorTerms:
          - alias: al2023@v20260715
        userData: |
          MIME-Version: 1.0
          Content-Type: multipart/mixed; boundary="//"

          --//
          Content-Type: application/node.eks.aws

          apiVersion: node.eks.aws/v1alpha1
          kind: NodeConfig
          spec:
            kubelet:
              config:
                serializeImagePulls: false
                futureSetting: 3
          --//
          Content-Type: text/cloud-config

          #cloud-config
          packages: [jq]
          --//--
      `),
    ],
  };
}
