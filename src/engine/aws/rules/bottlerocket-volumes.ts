import { parseQuantity } from '../../karpenter/api/quantity.ts';
import { asList, asMapping, asText, type Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass } from '../../rules/lint/scenes.ts';
import { writtenAmiFamily } from '../fields/node-classes.ts';

const root = '/dev/xvda';
const data = '/dev/xvdb';
/** The operating system never needs more than this, so a larger size is meant for the containers. */
const enlarged = 8 * 2 ** 30;

export const bottlerocketVolumesRule = defineRule({
  id: 'bottlerocket-volumes',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Volumes',
  mistakes: [62],
  on: {
    NodeClass(nodeClass, { report }) {
      const path = ['spec', 'blockDeviceMappings'];
      const names = asList(nodeClass.get(path)).map((item) => asText(asMapping(item)?.deviceName) ?? '');
      const index = names.indexOf(root);
      if (writtenAmiFamily(nodeClass) !== 'Bottlerocket' || index === -1 || nodeClass.isPartial) return;
      // With RAID0 the containers use the instance store.
      if (nodeClass.get(['spec', 'instanceStorePolicy']) !== undefined) return;
      if (names.includes(data) || names.some((name) => hasPlaceholder(name))) return;
      if (!isEnlarged(nodeClass, [...path, index, 'ebs', 'volumeSize'])) return;

      report({
        at: nodeClass.span([...path, index, 'deviceName']),
        message: `\`${root}\` of Bottlerocket holds only the operating system, so containers and images still have only the 20 GiB of \`${data}\``,
        help: `Map \`${data}\` with this size, and set \`volumeSize\` of \`${root}\` to \`4Gi\`.`,
      });
    },
  },
  docs: {
    summary: 'A Bottlerocket node class enlarges the volume of the operating system, not the volume of the containers.',
    why: 'Bottlerocket has two volumes: `/dev/xvda` for the operating system, and `/dev/xvdb` for images, containers and logs. If a node class maps only `/dev/xvda`, the second volume keeps the 20 GiB of the AMI, and Karpenter works out ephemeral storage from it. Nodes evict pods because the disk is full, or pods fit on no node at all.',
    help: 'Map `/dev/xvdb` with the size that containers need, and set `/dev/xvda` to about 4 GiB.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings',
  },
  examples,
});

function isEnlarged(nodeClass: Manifest, path: readonly (string | number)[]): boolean {
  const size = nodeClass.get(path);
  return typeof size === 'string' && (parseQuantity(size) ?? 0) > enlarged;
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        ec2NodeClass(yaml`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 100Gi
                encrypted: true
        `),
        {
          'volumeSize: 100Gi': 'volumeSize: 4Gi',
          '- deviceName: /dev/xvda': yaml`
            - deviceName: /dev/xvdb
              ebs:
                volumeSize: 100Gi
                encrypted: true
            - deviceName: /dev/xvda
          `,
        },
      ),
    ],
    good: [
      ec2NodeClass(yaml`
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        blockDeviceMappings:
          - deviceName: /dev/xvda
            ebs:
              volumeSize: 4Gi
              encrypted: true
          - deviceName: /dev/xvdb
            ebs:
              volumeSize: 100Gi
              encrypted: true
      `),
      ec2NodeClass(
        yaml`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          instanceStorePolicy: RAID0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 20Gi
                encrypted: true
        `,
        'nvme',
      ),
      ec2NodeClass(
        yaml`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvda
              ebs:
                volumeSize: 4Gi
                encrypted: true
        `,
        'encrypted',
      ),
    ],
  };
}
