import { label } from '../../karpenter/api/labels.ts';
import { compareMinors } from '../../karpenter/api/versions.ts';
import { asText, type Manifest } from '../../manifest/model/manifest.ts';
import { against, corrected, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass } from '../../rules/lint/scenes.ts';
import { namedImagesOf } from '../fields/image-names.ts';
import { amiTermsOf, nodePoolsOfClass, userDataOf, writtenAmiFamily } from '../fields/node-classes.ts';

/** The first Bottlerocket release that understands the user data from Karpenter. Source: Karpenter's upgrade guide for 1.1. */
const first = '1.22';

export const bottlerocketRaidRule = defineRule({
  id: 'bottlerocket-raid',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Volumes',
  mistakes: [96],
  on: {
    NodeClass(nodeClass, context) {
      const { report, karpenter } = context;
      const policy = nodeClass.get(['spec', 'instanceStorePolicy']);
      if (!karpenter.bottlerocketRaid || policy !== 'RAID0' || writtenAmiFamily(nodeClass) !== 'Bottlerocket') return;

      judgeSecondSetup(nodeClass, context);

      for (const { path, term } of amiTermsOf(nodeClass)) {
        const version = /^bottlerocket@v?(\d+\.\d+)\.\d+$/.exec(asText(term.alias) ?? '')?.[1];
        if (version === undefined || compareMinors(version, first) >= 0) continue;

        report({
          at: nodeClass.span([...path, 'alias']),
          message: `Bottlerocket ${version} does not understand the user data for \`instanceStorePolicy: RAID0\`, so its nodes never join the cluster`,
          labels: [
            {
              span: nodeClass.span(['spec', 'instanceStorePolicy']),
              message: 'Karpenter writes user data for this policy',
            },
          ],
          help: `Pin Bottlerocket ${first}.0 or newer, or remove \`instanceStorePolicy\`.`,
          unready: `Bottlerocket ${version} never joins the cluster with this user data`,
        });
      }

      for (const { path, text, bottlerocket } of namedImagesOf(nodeClass, context)) {
        if (bottlerocket === undefined || compareMinors(bottlerocket, first) >= 0) continue;
        report({
          at: nodeClass.span(path),
          message: `Bottlerocket ${bottlerocket}, which \`${text}\` selects, does not understand the user data for \`instanceStorePolicy: RAID0\`, so its nodes never join the cluster`,
          help: `Select Bottlerocket ${first}.0 or newer, or remove \`instanceStorePolicy\`.`,
          unready: `Bottlerocket ${bottlerocket} never joins the cluster with this user data`,
        });
      }
    },
  },
  docs: {
    summary:
      'A node class asks for a RAID of instance stores on a Bottlerocket release that does not support it, or its user data sets up the same disks.',
    why: 'For `instanceStorePolicy: RAID0` Karpenter writes a bootstrap command into the user data. Bottlerocket understands that command from 1.22.0 on. Older images reject their settings, and the nodes never join the cluster. If the user data also has such a command, and it is `essential`, the second one fails, and the nodes do not join either.',
    help: 'Pin Bottlerocket 1.22.0 or newer, or remove `instanceStorePolicy`. Remove commands for `ephemeral-storage` from the user data.',
    url: 'https://karpenter.sh/docs/upgrading/upgrade-guide/',
  },
  examples,
});

/**
 * Reports user data that sets up the instance stores, as Karpenter's own does from 1.1 on. Sources: provider-aws
 * pkg/providers/amifamily/bootstrap/bottlerocket.go, nodeclasses.md; kubernetes-sigs/karpenter#2282.
 */
function judgeSecondSetup(nodeClass: Manifest, context: RuleContext): void {
  const text = userDataOf(nodeClass)?.replaceAll(/^[ \t]*#.*$/gm, '') ?? '';
  const isSetUp = /"ephemeral-storage"\s*,\s*"(?:init|bind)"/.test(text);
  if (!isSetUp || !/^[ \t]*essential\s*=\s*true\b/m.test(text)) return;

  context.report({
    severity: 'warning',
    at: nodeClass.keySpan(['spec', 'userData']),
    message:
      'Karpenter’s user data for `instanceStorePolicy: RAID0` already sets up the instance stores, and this user data does it again. The second command fails, so nodes with instance stores never join the cluster',
    labels: [
      { span: nodeClass.span(['spec', 'instanceStorePolicy']), message: 'Karpenter adds bootstrap commands for this' },
    ],
    help: 'Remove the bootstrap command for `ephemeral-storage` from the user data.',
    ...(haveInstanceStores(nodeClass, context) && {
      unready: 'its bootstrap commands set up the instance stores twice, which fails',
    }),
  });
}

/** Whether all instance types that use the class are known and have instance stores. */
function haveInstanceStores(nodeClass: Manifest, { all, catalog, compatible }: RuleContext): boolean {
  const sizes = catalog?.labels.get(label.instanceLocalNvme);
  const pools = nodePoolsOfClass(all, nodeClass).map(compatible);

  return (
    pools.length > 0 &&
    pools.every(
      (types) =>
        types?.isExact === true &&
        types.names.length > 0 &&
        types.names.every((name) => (sizes?.[catalog!.names.indexOf(name)] ?? []).length > 0),
    )
  );
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        ec2NodeClass(yaml`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
        `),
        { 'bottlerocket@v1.21.1': 'bottlerocket@v1.22.0' },
        { 'instanceStorePolicy: RAID0': '' },
      ),
      corrected(
        ec2NodeClass(yaml`
          amiFamily: Bottlerocket
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - name: bottlerocket-aws-k8s-1.30-x86_64-v1.20.3-5d9ac849
        `),
        { 'v1.20.3-5d9ac849': 'v1.44.0-5d9ac849' },
      ),
      corrected(
        ec2NodeClass(yaml`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.bootstrap-commands.disks]
            commands = [["apiclient", "ephemeral-storage", "init"]]
            essential = true
            mode = "always"
        `),
        {
          '    [settings.bootstrap-commands.disks]\n    commands = [["apiclient", "ephemeral-storage", "init"]]\n    essential = true\n    mode = "always"':
            '    [settings.kernel.sysctl]\n    "vm.max_map_count" = "262144"',
        },
      ),
    ],
    good: [
      ec2NodeClass(yaml`
        instanceStorePolicy: RAID0
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
      `),
      against(
        { karpenter: '1.0' },
        ec2NodeClass(yaml`
          instanceStorePolicy: RAID0
          amiSelectorTerms:
            - alias: bottlerocket@v1.21.1
        `),
      ),
    ],
  };
}
