import { parseQuantity } from '../../api/quantity.ts';
import { yaml } from '../../lint/example.ts';
import { defineRule, type RuleExamples } from '../../lint/rule.ts';
import { ec2NodeClass } from '../../lint/scenes.ts';
import { asList, asMapping, asText, type Manifest } from '../../manifest/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { writtenAmiFamily } from '../fields/node-classes.ts';

const root = '/dev/xvda';
const data = '/dev/xvdb';
/** More than the operating system’s own volume ever needs: whoever writes it means the containers’. */
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
      // With RAID0 the containers live on the instance store.
      if (nodeClass.get(['spec', 'instanceStorePolicy']) !== undefined) return;
      if (names.includes(data) || names.some((name) => hasPlaceholder(name))) return;
      if (!isEnlarged(nodeClass, [...path, index, 'ebs', 'volumeSize'])) return;
      report({
        at: nodeClass.span([...path, index, 'deviceName']),
        message: `\`${root}\` of Bottlerocket holds the operating system alone: containers and images stay on the 20 GiB of \`${data}\``,
        help: `Give the size to \`${data}\`, and \`${root}\` about 4Gi.`,
      });
    },
  },
  docs: {
    summary: 'A Bottlerocket class enlarges the volume of the operating system and not that of the containers.',
    why: 'Bottlerocket has two volumes: `/dev/xvda` holds the operating system and `/dev/xvdb` images, containers and logs. A class that maps `/dev/xvda` alone leaves the second one at the 20 GiB of the AMI, and Karpenter counts ephemeral storage from it: pods are evicted for want of disk, or find no node at all.',
    help: 'Map `/dev/xvdb` with the size that containers need, and leave `/dev/xvda` at about 4 GiB.',
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
      ec2NodeClass(yaml`
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        blockDeviceMappings:
          - deviceName: /dev/xvda
            ebs:
              volumeSize: 100Gi
      `),
    ],
    good: [
      ec2NodeClass(yaml`
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        blockDeviceMappings:
          - deviceName: /dev/xvda
            ebs:
              volumeSize: 4Gi
          - deviceName: /dev/xvdb
            ebs:
              volumeSize: 100Gi
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
