import { parseQuantity } from '../../karpenter/api/quantity.ts';
import { replaceValue } from '../../manifest/edit.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asList, asMapping, asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { against, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass } from '../../rules/lint/scenes.ts';
import { nodeClassesOf, nodePoolsOfClass } from '../fields/node-classes.ts';

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
    Manifests(all, context) {
      for (const nodeClass of nodeClassesOf(all)) judgeRoot(nodeClass, all, context);
    },
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
    summary: 'The size of a volume has no unit, or is smaller than the image.',
    why: 'EC2 launches no instance whose root volume is smaller than the snapshot of its image. That of Bottlerocket has 4 GiB with the drivers of NVIDIA, and 2 GiB without. The CRD requires a unit, so the API server refuses the EC2NodeClass. Before Karpenter 0.37, the API server accepts a number as bytes: a root volume of 1 GiB is smaller than every image, so EC2 launches no instances.',
    help: 'Write the unit, such as `50Gi`.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings',
  },
  examples,
});

/**
 * The size in GiB of the variant of Bottlerocket with the drivers of NVIDIA (aws/karpenter-provider-aws#7928). Smaller
 * root volumes than all images have are findings of `volume-parameters`.
 */
const sizes = { all: 2, withGpus: 4 } as const;

/** Reports a root volume of Bottlerocket that is smaller than its image for GPUs. */
function judgeRoot(nodeClass: Manifest, all: ManifestSet, { report }: RuleContext): void {
  const terms = asList(nodeClass.get(['spec', 'amiSelectorTerms']));
  const alias = asText(asMapping(terms[0])?.alias) ?? '';
  if (!alias.startsWith('bottlerocket@') || terms.length !== 1 || nodeClass.isPartial) return;
  if (!hasOnlyGpus(nodeClass, all)) return;

  for (const [index, item] of asList(nodeClass.get(['spec', 'blockDeviceMappings'])).entries()) {
    const path = ['spec', 'blockDeviceMappings', index, 'ebs', 'volumeSize'];
    const written = nodeClass.get(path);
    const bytes = typeof written === 'string' && /[GMT]i?$/.test(written) ? parseQuantity(written) : undefined;
    if (asMapping(item)?.deviceName !== '/dev/xvda' || bytes === undefined) continue;

    // EC2 rounds up to whole GiB.
    const gib = Math.ceil(bytes / 2 ** 30);
    if (gib < sizes.all || gib >= sizes.withGpus) continue;

    report({
      manifest: nodeClass,
      severity: 'warning',
      at: nodeClass.span(path),
      message: `The image of \`${alias}\` needs ${sizes.withGpus} GiB on \`/dev/xvda\` for instances with GPUs. EC2 refuses a volume of \`${String(written)}\`, so nodes with \`${nodeClass.name}\` are never launched`,
      help: `Set \`volumeSize\` to at least \`${sizes.withGpus}Gi\`.`,
      fix: {
        description: `Replace with \`${sizes.withGpus}Gi\``,
        edits: replaceValue(nodeClass, path, `${sizes.withGpus}Gi`),
      },
      unready: 'their root volume is smaller than the image',
    });
  }
}

/** Whether all NodePools of a class require families with GPUs of NVIDIA. */
function hasOnlyGpus(nodeClass: Manifest, all: ManifestSet): boolean {
  const pools = nodePoolsOfClass(all, nodeClass);
  return pools.length > 0 && pools.every((pool) => requiresGpus(pool));
}

const gpuFamilies = /^(?:p\d[a-z]*|g\d(?!ad)[a-z]*)(?:-[\w]+)?(?:\.[\w-]+)?$/;

const requiresGpus = (pool: Manifest): boolean =>
  asList(pool.get(['spec', 'template', 'spec', 'requirements'])).some((item) => {
    const { key, operator, values } = asMapping(item) ?? {};
    const isOfTypes = key === 'karpenter.k8s.aws/instance-family' || key === 'node.kubernetes.io/instance-type';
    const names = asList(values).map((value) => asText(value) ?? '');
    return isOfTypes && operator === 'In' && names.length > 0 && names.every((name) => gpuFamilies.test(name));
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
