import { asList, asMapping, asText } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass } from '../../rules/lint/scenes.ts';
import { writtenAmiFamily } from '../fields/node-classes.ts';

export const rootEncryptionRule = defineRule({
  id: 'root-encryption',
  severity: 'note',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Volumes',
  mistakes: [63],
  controls: ['AWS FSBP EC2.3', 'AWS FSBP EC2.181'],
  on: {
    NodeClass(nodeClass, { report }) {
      const path = ['spec', 'blockDeviceMappings'];
      const devices = asList(nodeClass.get(path)).map((item) => asMapping(item));
      const names = devices.map((device) => asText(device?.deviceName) ?? '');
      const index = names.indexOf('/dev/xvdb');
      if (writtenAmiFamily(nodeClass) !== 'Bottlerocket' || index === -1 || nodeClass.isPartial) return;
      if (names.includes('/dev/xvda') || names.some((name) => hasPlaceholder(name))) return;
      if (asMapping(devices[index]?.ebs)?.encrypted !== true) return;

      report({
        at: nodeClass.span([...path, index, 'ebs', 'encrypted']),
        message: `\`${nodeClass.name}\` encrypts \`/dev/xvdb\` but does not map \`/dev/xvda\`, so the root volume is encrypted only if the account encrypts volumes by default`,
        help: 'Map `/dev/xvda` too, with `encrypted: true` and `volumeSize: 4Gi`.',
      });
    },
  },
  docs: {
    summary: 'A Bottlerocket node class encrypts the volume of the containers, but does not configure the root volume.',
    why: 'Volumes that a node class does not map stay as the AMI defines them, because Karpenter does not add its defaults to existing mappings. If a node class encrypts `/dev/xvdb` of Bottlerocket and does not map `/dev/xvda`, the root volume is not encrypted, unless the account encrypts every volume by default.',
    help: 'Map `/dev/xvda` too, with `encrypted: true` and about 4 GiB.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings',
  },
  examples,
});

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        ec2NodeClass(yaml`
          role: KarpenterNodeRole-demo
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          blockDeviceMappings:
            - deviceName: /dev/xvdb
              ebs:
                volumeSize: 100Gi
                encrypted: true
        `),
        {
          'blockDeviceMappings:': yaml`
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  volumeSize: 4Gi
                  encrypted: true
          `,
        },
      ),
    ],
    good: [
      ec2NodeClass(yaml`
        role: KarpenterNodeRole-demo
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
      ec2NodeClass(yaml`
        role: KarpenterNodeRole-demo
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        blockDeviceMappings:
          - deviceName: /dev/xvdb
            ebs:
              snapshotID: snap-0123456789abcdef0
              volumeSize: 100Gi
      `),
    ],
  };
}
