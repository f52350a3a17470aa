import { asList, asMapping, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { corrected, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass } from '../../rules/lint/scenes.ts';

const mappings = ['spec', 'blockDeviceMappings'];

export const volumeEncryptionRule = defineRule({
  id: 'volume-encryption',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Security',
  mistakes: [],
  controls: ['AWS FSBP EC2.3', 'AWS FSBP EC2.181'],
  on: {
    NodeClass(nodeClass, context) {
      if (nodeClass.isPartial) return;
      for (const index of asList(nodeClass.get(mappings)).keys()) {
        const path = [...mappings, index, 'ebs'];
        if (asMapping(nodeClass.get(path)) !== undefined) judge(nodeClass, path, context);
      }
    },
  },
  docs: {
    summary: 'A node class maps a volume without encryption.',
    why: 'Karpenter encrypts the volumes of a node class that has no `blockDeviceMappings`. If it has some, a volume is encrypted only if its mapping says so, or if the account encrypts every volume by default. `encrypted: false` is a warning, and a missing field is a note. EC2 refuses a key for a volume that is not encrypted, so nothing is launched.',
    help: 'Set `encrypted: true` for each volume.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings',
  },
  examples,
});

function judge(nodeClass: Manifest, path: Path, { report }: RuleContext): void {
  const at = (field: string): Path => [...path, field];
  const encrypted = nodeClass.get(at('encrypted')) ?? undefined;
  const help = 'Set `encrypted: true`.';

  // Anything else is a placeholder, or the schema refuses it.
  if (encrypted !== undefined && encrypted !== false) return;

  const volume = `\`${nodeClass.get([...path.slice(0, -1), 'deviceName']) ?? 'This volume'}\` of \`${nodeClass.name}\``;

  if (nodeClass.get(at('kmsKeyID')) !== undefined) {
    report({
      at: nodeClass.span(at('kmsKeyID')),
      message: `${volume} has a key but is not encrypted, so EC2 refuses to launch its instances unless the account encrypts every volume`,
      help,
    });
  } else if (encrypted === false) {
    report({
      at: nodeClass.span(at('encrypted')),
      message: `${volume} is not encrypted, so whoever gets a copy of the volume can read what pods wrote to the disk of a node`,
      help,
    });
    // A volume from a snapshot is encrypted like the snapshot.
  } else if (nodeClass.get(at('snapshotID')) === undefined) {
    report({
      at: nodeClass.keySpan(path),
      severity: 'note',
      message: `${volume} does not say whether it is encrypted, so that depends on the default of the account`,
      help,
    });
  }
}

const volume = (text: string) =>
  ec2NodeClass(yaml`
    role: KarpenterNodeRole-demo
    blockDeviceMappings:
      - deviceName: /dev/xvda
        ebs:
          volumeSize: 50Gi
          ${text}
  `);

function examples(): RuleExamples {
  return {
    bad: [
      corrected(volume('encrypted: false'), { 'encrypted: false': 'encrypted: true' }),
      corrected(volume('volumeType: gp3'), { 'volumeType: gp3': 'volumeType: gp3\nencrypted: true' }),
      corrected(volume('kmsKeyID: arn:aws:kms:us-east-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab'), {
        'volumeSize: 50Gi': 'volumeSize: 50Gi\nencrypted: true',
      }),
    ],
    good: [
      volume('encrypted: true'),
      volume('snapshotID: snap-0123456789abcdef0'),
      ec2NodeClass('role: KarpenterNodeRole-demo'),
    ],
  };
}
