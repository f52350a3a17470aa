import { replaceValue } from '../../manifest/edit.ts';
import { asList, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { against, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass } from '../../rules/lint/scenes.ts';

/** The size of the largest EBS volume in GiB. A higher number is not meant in GiB. */
const largest = 65_536;

export const volumeSizeRule = defineRule({
  id: 'volume-size',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Volumes',
  mistakes: [],
  explains: ['schema/type', 'schema/pattern'],
  on: {
    NodeClass(nodeClass, context) {
      const { report } = context;
      for (const index of asList(nodeClass.get(['spec', 'blockDeviceMappings'])).keys()) {
        const path = ['spec', 'blockDeviceMappings', index, 'ebs', 'volumeSize'];
        const size = String(nodeClass.get(path));
        reportBytes({ nodeClass, path, size }, context);
        if (!/^[1-9]\d{0,4}$/.test(size) || Number(size) > largest) continue;

        report({
          at: nodeClass.span(path),
          message: `\`volumeSize: ${size}\` has no unit. The API server refuses it, or takes a number as bytes before Karpenter 0.37`,
          help: `Write the unit: \`volumeSize: ${size}Gi\`.`,
          fix: { description: `Replace with \`${size}Gi\``, edits: replaceValue(nodeClass, path, `${size}Gi`) },
          explains: { paths: [path] },
        });
      }
    },
  },
  docs: {
    summary: 'The size of a volume has no unit.',
    why: 'The CRD requires a unit, so the API server refuses the EC2NodeClass. Before Karpenter 0.37, the API server accepts a number as bytes: a root volume of 1 GiB is smaller than every image, so EC2 launches no instances.',
    help: 'Write the unit, such as `50Gi`.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings',
  },
  examples,
});

interface Size {
  readonly nodeClass: Manifest;
  readonly path: Path;
  readonly size: string;
}

/** Reports a size in bytes, which only the API server of Karpenter before 0.37 accepts. */
function reportBytes({ nodeClass, path, size }: Size, { report, karpenter }: RuleContext): void {
  const bytes = /^\d{9,16}$/.test(size) ? Number(size) : 0;
  if (bytes < 2 ** 30 || !karpenter.v1) return;

  const gib = `${Math.ceil(bytes / 2 ** 30)}Gi`;

  report({
    at: nodeClass.span(path),
    message: `\`volumeSize: ${size}\` is a number of bytes, which the API server refuses`,
    help: `Write the unit: \`volumeSize: ${gib}\`.`,
    fix: { description: `Replace with \`${gib}\``, edits: replaceValue(nodeClass, path, gib) },
    explains: { paths: [path] },
  });
}

const volume = (size: string) =>
  ec2NodeClass(yaml`
    role: KarpenterNodeRole-demo
    blockDeviceMappings:
      - deviceName: /dev/xvda
        ebs:
          volumeSize: ${size}
          volumeType: gp3
          encrypted: true
  `);

function examples(): RuleExamples {
  return {
    bad: [volume('50'), volume('53687091200')],
    good: [volume('50Gi'), against({ karpenter: '0.36' }, volume('53687091200'))],
  };
}
