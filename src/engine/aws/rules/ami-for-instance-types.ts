import { label, normalizeLabel } from '../../karpenter/api/labels.ts';
import { nodeClassRefOf, requirementsOf } from '../../karpenter/api/pool-fields.ts';
import type { InstanceType } from '../../karpenter/cloud-provider/catalog.ts';
import { workloadsOf } from '../../karpenter/workloads/workload-fields.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asList, type Manifest } from '../../manifest/model/manifest.ts';
import { corrected, yaml } from '../../rules/lint/example.ts';
import { nodePoolsOf } from '../../rules/lint/fields/node-pools.ts';
import { defineRule, type RuleContext, type RuleExamples, type RuleFinding } from '../../rules/lint/rule.ts';
import { ec2NodeClass, nodePool, together } from '../../rules/lint/scenes.ts';
import { imagesNamedIn, type NamedImage } from '../fields/image-names.ts';
import { nodeClassOf, writtenAmiFamily } from '../fields/node-classes.ts';

export const amiForInstanceTypesRule = defineRule({
  id: 'ami-for-instance-types',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Images and user data',
  mistakes: [54, 91],
  on: {
    NodePool: judgeFirstGraviton,
    Manifests(all, context) {
      const uses = nodePoolsOf(all).flatMap((pool) => useOf(pool, context) ?? []);
      if (uses.length === 0) return;

      // A NodePool whose images are unknown may have the driver.
      const isAsked = uses.length === nodePoolsOf(all).length && requestsGpus(all);

      for (const use of uses) {
        const finding = judgeArchitecture(use) ?? judgeDriver(use, isAsked);
        if (!finding) continue;

        const { pool, nodeClass, images } = use;
        const labels = [{ span: nodeClass.span(images[0]!.path), message: 'this selects the image' }];
        context.report({ ...finding, manifest: pool, at: pool.span([...nodeClassRefOf(pool)!.path, 'name']), labels });
      }
    },
  },
  docs: {
    summary: 'The AMIs of a node class do not fit the instance types of a NodePool that uses it.',
    why: 'An AMI is built for one architecture. If all instance types of a NodePool have the other architecture, Karpenter finds no image for them and launches nothing for the NodePool. Amazon Linux 2023 does not run on the first Graviton. The standard images of EKS have no GPU driver, so nodes start but never offer `nvidia.com/gpu`.',
    help: 'Add a selector term for the image of the other architecture, or select the `nvidia` image for GPUs. An alias selects the right image for each instance type.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms',
  },
  examples,
});

/**
 * Reports instance types of the first Graviton with Amazon Linux 2023, whose kernel panics on them. Source:
 * docs.aws.amazon.com/linux/al2023/ug/system-requirements.html, provider-aws pkg/providers/instancetype/compatibility/amifamily.go.
 */
function judgeFirstGraviton(pool: Manifest, { all, report }: RuleContext): void {
  const nodeClass = nodeClassOf(all, pool);
  if (nodeClass === undefined || nodeClass.isPartial || writtenAmiFamily(nodeClass) !== 'AL2023') return;

  for (const { key, operator, values } of requirementsOf(pool)) {
    const name = normalizeLabel(key);
    const isOfTypes = name === label.instanceFamily || name === label.instanceType;
    const first = isOfTypes && operator === 'In' && values.find(({ text }) => /^a1(?:\.|$)/.test(text));
    if (!first) continue;

    report({
      at: pool.span(first.path),
      severity: 'note',
      message: `Amazon Linux 2023 needs Graviton 2 or later and does not run on \`${first.text}\`, so Karpenter leaves these types out. Nodes that earlier versions of Karpenter launch with them never become ready`,
      help: `Remove \`${first.text}\`, or allow a family of a later Graviton, such as \`m6g\`.`,
    });
  }
}

/** A NodePool whose instance types and images are known. */
function useOf(pool: Manifest, context: RuleContext): Use | undefined {
  const { all, catalog, compatible } = context;
  const nodeClass = nodeClassOf(all, pool);
  const images = nodeClass && imagesNamedIn(nodeClass, context);
  const types = images && compatible(pool);
  if (!catalog || !types?.isExact || types.names.length === 0 || nodeClassRefOf(pool) === undefined) return undefined;
  return { pool, nodeClass: nodeClass!, images: images!, types: types.names.map((name) => catalog.type(name)!) };
}

interface Use {
  readonly pool: Manifest;
  readonly nodeClass: Manifest;
  readonly images: readonly NamedImage[];
  readonly types: readonly InstanceType[];
}

const isNvidia = ({ gpus }: InstanceType): boolean => gpus.some(({ manufacturer }) => manufacturer === 'nvidia');

/** Reports images of an architecture that the instance types do not have. */
function judgeArchitecture({ pool, nodeClass, images, types }: Use): Omit<RuleFinding, 'at'> | undefined {
  const built = new Set(images.map(({ architecture }) => architecture));
  const others = types.filter(({ architecture }) => !built.has(architecture as NamedImage['architecture']));
  const [first] = others;

  if (built.has(undefined) || first === undefined) return undefined;

  const add = `Add an AMI selector term for the ${first.architecture} image, or use an alias, which selects the right image for each instance type.`;

  if (others.length === types.length)
    return {
      message: `The instance types of \`${pool.name}\` are ${first.architecture}, but the images of \`${nodeClass.name}\` are ${images[0]!.architecture}, so Karpenter cannot launch nodes for \`${pool.name}\``,
      help: add,
    };

  // Without a requirement, nobody expects both architectures.
  const isAsked = requirementsOf(pool).some(
    ({ key, operator, values }) =>
      normalizeLabel(key) === label.arch && operator === 'In' && values.some(({ text }) => text === first.architecture),
  );

  if (!isAsked) return undefined;

  return {
    severity: 'note',
    message: `\`${pool.name}\` allows ${first.architecture}, but the images of \`${nodeClass.name}\` are only ${images[0]!.architecture}, so Karpenter never launches ${others.length} of its ${types.length} instance types`,
    help: `${add} Or remove ${first.architecture} from the requirements.`,
  };
}

/** Reports images without a driver for the GPUs that the NodePool always has, or that pods get only from it. */
function judgeDriver({ pool, nodeClass, images, types }: Use, isAsked: boolean): Omit<RuleFinding, 'at'> | undefined {
  const isAlways = types.some(isNvidia) && types.every(({ gpus }) => gpus.length > 0);
  if (!images.every(({ isStandard }) => isStandard) || !(isAlways || (isAsked && types.some(isNvidia))))
    return undefined;

  const message = () => {
    if (isAlways)
      return `Every instance type of \`${pool.name}\` has GPUs, but \`${nodeClass.name}\` selects the standard image, which has no driver for them`;
    return `Pods request GPUs, and \`${pool.name}\` has instance types with NVIDIA GPUs, but \`${nodeClass.name}\` selects the standard image, which has no driver for them`;
  };

  return {
    message: message(),
    help: 'Select the `nvidia` image of the family, or use an alias, which selects it for these instance types.',
  };
}

/** Whether pods request NVIDIA GPUs. */
const requestsGpus = (all: ManifestSet): boolean =>
  workloadsOf(all).some(({ manifest, template }) => {
    const path = [...template, 'spec', 'containers'];
    return asList(manifest.get(path)).some((_, index) =>
      ['requests', 'limits'].some(
        (kind) => manifest.get([...path, index, 'resources', kind, 'nvidia.com/gpu']) !== undefined,
      ),
    );
  });

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
      corrected(
        together(
          nodePool({
            name: 'both',
            requirements: ['kubernetes.io/arch In [amd64, arm64]', 'karpenter.sh/capacity-type In [on-demand]'],
            nodeClassRef: 'default',
          }),
          ec2NodeClass(yaml`
          amiFamily: AL2023
          amiSelectorTerms:
            - ssmParameter: /aws/service/eks/optimized-ami/1.33/amazon-linux-2023/x86_64/standard/amazon-eks-node-al2023-x86_64-standard-1.33-v20260715/image_id
        `),
        ),
        { '[amd64, arm64]': '[amd64]' },
      ),
      corrected(
        together(
          nodePool({
            name: 'graviton',
            requirements: [
              'kubernetes.io/arch In [arm64]',
              'karpenter.k8s.aws/instance-family In [a1, m7g]',
              'karpenter.sh/capacity-type In [on-demand]',
            ],
            nodeClassRef: 'default',
          }),
          ec2NodeClass(yaml`
          amiSelectorTerms:
            - alias: al2023@v20260715
        `),
        ),
        { '[a1, m7g]': '[m6g, m7g]' },
      ),
    ],
    good: [
      together(
        nodePool({
          name: 'graviton',
          requirements: [
            'kubernetes.io/arch In [arm64]',
            'karpenter.k8s.aws/instance-family In [a1, m7g]',
            'karpenter.sh/capacity-type In [on-demand]',
          ],
          nodeClassRef: 'default',
        }),
        ec2NodeClass(yaml`
          amiSelectorTerms:
            - alias: bottlerocket@v1.53.0
        `),
      ),
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
