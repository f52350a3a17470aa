import { asMapping, asText } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass } from '../../rules/lint/scenes.ts';
import { covers } from '../../text/words/covers.ts';
import { amiTermsOf } from '../fields/node-classes.ts';

export const amiNameVariantsRule = defineRule({
  id: 'ami-name-variants',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Images and user data',
  mistakes: [54],
  on: {
    NodeClass(nodeClass, { report }) {
      for (const { path, term } of amiTermsOf(nodeClass)) {
        const name = asText(term.name);
        const tags = Object.entries(asMapping(term.tags) ?? {});

        if (
          name === undefined &&
          term.id === undefined &&
          tags.length > 0 &&
          tags.every(([, value]) => value === '*')
        ) {
          report({
            at: nodeClass.keySpan([...path, 'tags', tags[0]![0]]),
            message: `\`${tags[0]![0]}: "*"\` matches every image with this tag, and Karpenter launches the newest one`,
            help: 'Replace `*` with a value that only the images for these nodes have.',
          });

          continue;
        }

        // Tags may select the variant.
        if (name === undefined || term.tags !== undefined || hasPlaceholder(name) || !/[*?]/.test(name)) continue;

        const variants = families.map((family) => family.filter((variant) => matches(name, variant))).find(isSeveral);
        if (!variants) continue;

        report({
          at: nodeClass.span([...path, 'name']),
          message: `\`${name}\` matches images for different purposes, such as \`${shown(variants[0]!)}\` and \`${shown(variants.at(-1)!)}\`, and Karpenter launches the newest one for every instance type`,
          help: 'Write the whole name up to the version, or select the images with an `alias`, which chooses the right one for each instance type.',
        });
      }
    },
  },
  docs: {
    summary: 'An image is selected by a pattern that matches images for different purposes.',
    why: 'AWS builds several images for each Kubernetes version: standard ones, ones with drivers for NVIDIA GPUs or Neuron, and ones with FIPS. For a name, Karpenter only looks at the architecture, and launches the newest image that matches. If the pattern leaves the purpose open, ordinary nodes may start with the image for Neuron, and GPU nodes without a driver. Which image is the newest changes with every release.',
    help: 'Write the purpose in the name, or use an `alias`.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms',
  },
  examples,
});

/** Names of images that differ only in what they are for. `1.##` and `v##` stand for any version. */
const families: readonly (readonly string[])[] = [
  [
    'amazon-eks-node-al2023-x86_64-standard-1.##-v##',
    'amazon-eks-node-al2023-x86_64-nvidia-1.##-v##',
    'amazon-eks-node-al2023-x86_64-neuron-1.##-v##',
  ],
  ['amazon-eks-node-al2023-arm64-standard-1.##-v##', 'amazon-eks-node-al2023-arm64-nvidia-1.##-v##'],
  ['amazon-eks-node-1.##-v##', 'amazon-eks-gpu-node-1.##-v##'],
  ['bottlerocket-aws-k8s-1.##-x86_64-v##', 'bottlerocket-aws-k8s-1.##-nvidia-x86_64-v##'],
  ['bottlerocket-aws-k8s-1.##-aarch64-v##', 'bottlerocket-aws-k8s-1.##-nvidia-aarch64-v##'],
];

const isSeveral = (variants: readonly string[]): boolean => variants.length > 1;

const shown = (name: string): string => name.replaceAll('##', '*');

/** Whether a pattern may match a name of some version. Both may end with something open. */
function matches(pattern: string, name: string): boolean {
  // Patterns that differ only in their version match the same variant.
  const plain = pattern
    .replace(/1\.(?:\d{2}|\d[*?]|[*?]+)/, '1.##')
    .replace(/v(?:\d[\w.-]*[*?]*|[*?]+)$/, 'v##')
    .replaceAll(/\*{2,}/g, '*');
  return plain.length <= 200 && covers(plain, name);
}

const selecting = (name: string, family = 'AL2023') =>
  ec2NodeClass(yaml`
    amiFamily: ${family}
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - name: ${name}
        owner: amazon
  `);

function examples(): RuleExamples {
  return {
    bad: [
      corrected(selecting('amazon-eks-node-al2023-x86_64-*-1.33-v20260715'), { '64-*-1.33': '64-standard-1.33' }),
      corrected(selecting('bottlerocket-aws-k8s-1.33-*-v1.44.0-*', 'Bottlerocket'), { '1.33-*': '1.33-x86_64' }),
    ],
    good: [
      selecting('amazon-eks-node-al2023-*-standard-1.33-v20260715'),
      selecting('bottlerocket-aws-k8s-1.33-nvidia-x86_64-v1.44.0-*', 'Bottlerocket'),
      selecting('platform-node-1.33-*'),
    ],
  };
}
