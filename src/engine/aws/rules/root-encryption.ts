import { yaml } from '../../lint/example.ts';
import { defineRule, type RuleExamples } from '../../lint/rule.ts';
import { ec2NodeClass } from '../../lint/scenes.ts';
import { asList, asMapping, asText } from '../../manifest/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { writtenAmiFamily } from '../fields/node-classes.ts';

export const rootEncryptionRule = defineRule({
  id: 'root-encryption',
  severity: 'note',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Volumes',
  mistakes: [63],
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
        message: `\`${nodeClass.name}\` encrypts \`/dev/xvdb\` and does not name \`/dev/xvda\`: the root volume is encrypted only where the account does so by default`,
        help: 'Map `/dev/xvda` as well, with `encrypted: true` and about 4Gi.',
      });
    },
  },
  docs: {
    summary: 'A Bottlerocket class encrypts the volume of the containers and leaves the root volume as the AMI has it.',
    why: 'Volumes that a class does not map stay as the AMI brings them: Karpenter does not add its defaults to what is written. Whoever encrypts `/dev/xvdb` of Bottlerocket and does not name `/dev/xvda` has a root volume that is not encrypted, unless the account encrypts every volume by default.',
    help: 'Map `/dev/xvda` as well, with `encrypted: true` and about 4 GiB.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings',
  },
  examples,
});

function examples(): RuleExamples {
  return {
    bad: [
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
              volumeSize: 100Gi
      `),
    ],
  };
}
