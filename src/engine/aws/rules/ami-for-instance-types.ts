import { corrected, yaml } from '../../lint/example.ts';
import { nodePoolsOf } from '../../lint/fields/node-pools.ts';
import { nodeClassRefOf } from '../../lint/fields/pool-fields.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../lint/rule.ts';
import { ec2NodeClass, nodePool, together } from '../../lint/scenes.ts';
import { asText, type Manifest } from '../../manifest/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { type AmiTerm, amiTermsOf, nodeClassOf } from '../fields/node-classes.ts';

export const amiForInstanceTypesRule = defineRule({
  id: 'ami-for-instance-types',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Images and user data',
  mistakes: [54, 91],
  on: {
    Manifests(all, context) {
      for (const pool of nodePoolsOf(all)) {
        const nodeClass = nodeClassOf(all, pool);
        const images = nodeClass && imagesOf(nodeClass);
        if (images) judge({ pool, nodeClass, images }, context);
      }
    },
  },
  docs: {
    summary: 'The AMIs of a node class do not fit the instance types of a NodePool that uses it.',
    why: 'An AMI is built for one architecture. If all instance types of a NodePool have the other architecture, Karpenter finds no image for them and launches nothing for the NodePool. The standard image of Amazon Linux 2023 has no GPU driver, so nodes start but never offer `nvidia.com/gpu`.',
    help: 'Add a selector term for the image of the other architecture, or select the `nvidia` image for GPUs. An alias selects the right image for each instance type.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms',
  },
  examples,
});

interface Image extends AmiTerm {
  readonly name: string;
}

/** The images of a node class. Undefined if it selects one of them by anything but a known name. */
function imagesOf(nodeClass: Manifest): readonly Image[] | undefined {
  const images = amiTermsOf(nodeClass).map((term) => ({ ...term, name: asText(term.term.name) ?? '' }));
  const isPlain = images.every(({ name, term }) => name !== '' && !hasPlaceholder(name) && term.id === undefined);
  return isPlain && images.length > 0 && !nodeClass.isPartial ? images : undefined;
}

interface Use {
  readonly pool: Manifest;
  readonly nodeClass: Manifest;
  readonly images: readonly Image[];
}

function judge({ pool, nodeClass, images }: Use, { catalog, compatible, report }: RuleContext): void {
  const left = compatible(pool);
  const types = left?.isExact ? left.names.map((name) => catalog!.type(name)!) : [];
  const path = nodeClassRefOf(pool)?.path;
  if (types.length === 0 || path === undefined) return;
  const labels = [{ span: nodeClass.span([...images[0]!.path, 'name']), message: 'this selects the image' }];
  const at = pool.span([...path, 'name']);
  const built = images.map(({ name }) => architectureOf(name));
  if (!built.includes(undefined) && !types.some(({ architecture }) => built.includes(architecture))) {
    report({
      manifest: pool,
      at,
      labels,
      message: `The instance types of \`${pool.name}\` are ${types[0]!.architecture}, but the images of \`${nodeClass.name}\` are ${built[0]}, so Karpenter cannot launch nodes for \`${pool.name}\``,
      help: `Add an AMI selector term for the ${types[0]!.architecture} image, or use an alias, which selects the right image for each instance type.`,
    });
    return;
  }
  const needsDriver = types.every(({ gpus }) => gpus.some(({ manufacturer }) => manufacturer === 'nvidia'));
  if (!needsDriver || !images.every(({ name }) => /^amazon-eks-node-al2023-.*-standard-/.test(name))) return;
  report({
    manifest: pool,
    at,
    labels,
    message: `Every instance type of \`${pool.name}\` has NVIDIA GPUs, but \`${nodeClass.name}\` selects the standard image, which has no driver for them`,
    help: 'Select the `nvidia` image of Amazon Linux 2023, or use an alias, which selects it for these instance types.',
  });
}

function architectureOf(name: string): string | undefined {
  const isArm = /arm64|aarch64/i.test(name);
  const isIntel = /x86_64|amd64/i.test(name);
  return isArm === isIntel ? undefined : isArm ? 'arm64' : 'amd64';
}

const standardTerm = '- name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715';

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        together(
          nodePool({ name: 'graviton', requirements: ['kubernetes.io/arch In [arm64]'], nodeClassRef: 'default' }),
          ec2NodeClass(yaml`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `),
        ),
        { [standardTerm]: `${standardTerm}\n- name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715` },
        { [standardTerm]: '- alias: al2023@v20260715' },
      ),
      corrected(
        together(
          nodePool({
            name: 'gpu',
            requirements: ['karpenter.k8s.aws/instance-family In [g6]', 'karpenter.sh/capacity-type In [on-demand]'],
            taints: yaml`
            - key: nvidia.com/gpu
              effect: NoSchedule
          `,
            nodeClassRef: 'default',
          }),
          ec2NodeClass(yaml`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
        `),
        ),
        { [standardTerm]: '- name: amazon-eks-node-al2023-x86_64-nvidia-1.33-v20260715' },
        { [standardTerm]: '- alias: al2023@v20260715' },
      ),
    ],
    good: [
      together(
        nodePool({ name: 'graviton', requirements: ['kubernetes.io/arch In [arm64]'], nodeClassRef: 'default' }),
        ec2NodeClass(yaml`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: amazon-eks-node-al2023-x86_64-standard-1.33-v20260715
            - name: amazon-eks-node-al2023-arm64-standard-1.33-v20260715
        `),
      ),
      together(
        nodePool({ name: 'graviton', requirements: ['kubernetes.io/arch In [arm64]'], nodeClassRef: 'default' }),
        ec2NodeClass(yaml`
          amiFamily: AL2023
          amiSelectorTerms:
            - name: golden-al2023-*
        `),
      ),
    ],
  };
}
