import { replaceValue } from '../../manifest/edit.ts';
import { asList, asMapping, asText } from '../../manifest/model/manifest.ts';
import { yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass } from '../../rules/lint/scenes.ts';
import { familyNamed } from '../catalog/ami-families.ts';
import { amiTermsOf, writtenAmiFamily } from '../fields/node-classes.ts';

/** The names of root devices in any image. */
const rootNames = ['/dev/sda', '/dev/sda1', '/dev/xvda', '/dev/xvda1', '/dev/nvme0n1'];

export const rootDeviceRule = defineRule({
  id: 'root-device',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Volumes',
  mistakes: [64],
  on: {
    NodeClass(nodeClass, { report }) {
      const family = writtenAmiFamily(nodeClass);
      const root = familyNamed(family)?.rootDevice;
      const path = ['spec', 'blockDeviceMappings'];
      const mappings = asList(nodeClass.get(path)).map((item) => asMapping(item));
      const names = mappings.map((mapping) => asText(mapping?.deviceName) ?? '');
      // If the class also maps the real root device, the other name means another volume.
      if (root === undefined || nodeClass.isPartial || names.includes(root)) return;
      if (mappings.some((mapping) => mapping?.rootVolume === true)) return;

      const index = names.findIndex((name) => rootNames.includes(name));
      if (index === -1) return;

      const at = [...path, index, 'deviceName'];
      const isAlias = amiTermsOf(nodeClass).every(({ term }) => term.alias !== undefined);

      report({
        at: nodeClass.span(at),
        // A custom image can have another root device, although Karpenter assumes the one of the family.
        ...(!isAlias && { severity: 'note' as const }),
        message: `The root device of ${family} is \`${root}\`, so \`${names[index]}\` adds an empty volume and the root volume keeps the size of the AMI`,
        help: `Set \`deviceName\` to \`${root}\`.`,
        fix: { description: `Replace with \`${root}\``, edits: replaceValue(nodeClass, at, root) },
      });
    },
  },
  docs: {
    summary: 'A block device mapping names the root device of another AMI family.',
    why: 'EC2 attaches a device with an unknown name as an additional, empty volume. The root volume keeps the size, type and encryption of the AMI, and Karpenter works out ephemeral storage from its default of 20 GiB. The additional volume costs money, and nothing uses it.',
    help: 'Use `/dev/xvda` for Amazon Linux and Bottlerocket, and `/dev/sda1` for Windows.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings',
  },
  examples,
});

function examples(): RuleExamples {
  return {
    bad: [
      ec2NodeClass(yaml`
        amiSelectorTerms:
          - alias: al2023@v20260715
        blockDeviceMappings:
          - deviceName: /dev/sda1
            ebs:
              volumeSize: 100Gi
              encrypted: true
              volumeType: gp3
      `),
    ],
    good: [
      ec2NodeClass(yaml`
        amiSelectorTerms:
          - alias: al2023@v20260715
        blockDeviceMappings:
          - deviceName: /dev/xvda
            ebs:
              volumeSize: 100Gi
              encrypted: true
          - deviceName: /dev/sdb
            ebs:
              volumeSize: 10Gi
              encrypted: true
      `),
      ec2NodeClass(
        yaml`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          blockDeviceMappings:
            - deviceName: /dev/sda1
              ebs:
                volumeSize: 100Gi
                encrypted: true
        `,
        'ubuntu',
      ),
    ],
  };
}
