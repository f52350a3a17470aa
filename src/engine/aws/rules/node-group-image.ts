import type { Catalog, InstanceType } from '../../karpenter/cloud-provider/catalog.ts';
import { isNodeGroup } from '../../karpenter/cloud-provider/node-groups.ts';
import { asList, asMapping, type Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder, holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, terraform } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { byCount } from '../../text/words/plural.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';

export const nodeGroupImageRule = defineRule({
  id: 'node-group-image',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Images and user data',
  mistakes: [],
  on: {
    Manifests(all, context) {
      for (const group of all.manifests.filter(isNodeGroup)) judge(group, context);
    },
  },
  docs: {
    summary: 'The AMI type of a managed node group does not fit its instance types.',
    why: 'EKS refuses a node group whose instance types have another architecture than its AMI type: `InvalidParameterException: [t4g.medium] is not a valid instance type for requested amiType AL2023_x86_64_STANDARD`. Without an AMI type, EKS uses an x86 image. The apply fails, and if Terraform replaces the group, the old one is already gone. The standard images have no driver for GPUs, so nodes join but never offer `nvidia.com/gpu`. A group whose launch template has an AMI of its own is not judged.',
    help: 'Set `ami_type` to an image for the architecture and the devices of the instance types, such as `AL2023_ARM_64_STANDARD` or `AL2023_x86_64_NVIDIA`.',
    url: 'https://docs.aws.amazon.com/eks/latest/APIReference/API_CreateNodegroup.html',
  },
  examples,
});

function judge(group: Manifest, { catalog, report, all }: RuleContext): void {
  const types = catalog && typesOf(group, catalog);
  const image = types && imageOf(group);
  if (!types || !image) return;

  const at = group.span(image.name === undefined ? ['spec', 'instanceType'] : ['spec', 'amiType']);
  const others = types.filter(({ architecture }) => architecture !== image.architecture);

  if (others.length > 0) {
    const [{ architecture }] = others as [InstanceType, ...InstanceType[]];
    const names = firstNames(others.map(({ name }) => quoted(name)));

    report({
      manifest: group,
      at,
      message: `EKS refuses the node group \`${group.name}\`: ${names} ${byCount(others.length, 'is', 'are')} ${architecture}, but ${imageText(image)}`,
      help: helpFor(image, others.length === types.length ? architecture : undefined),
    });
    return;
  }

  const driver = driverFor(types);
  if (driver === undefined || !image.isStandard || installsDrivers(all.manifests)) return;

  report({
    manifest: group,
    at,
    severity: 'note',
    isProminent: true,
    message: `The nodes of \`${group.name}\` have ${driver.devices}, but ${imageText(image)} without a driver for them. Unless something installs one, the nodes never offer ${quoted(driver.resource)} to pods`,
    help: `Set \`ami_type\` to ${quoted(variantOf(image, driver.variant))}.`,
  });
}

/** The instance types of a group; undefined if one of them is not known, or if a launch template may choose them. */
function typesOf(group: Manifest, catalog: Catalog): readonly InstanceType[] | undefined {
  const [list, first] = [group.get(['spec', 'instanceTypes']), group.get(['spec', 'instanceType'])];
  // EKS uses `t3.medium` for a group that names no type, unless its launch template does.
  if (list === undefined && first === 't3.medium') return undefined;

  const names = list === undefined ? [first] : asList(list);
  const types = names.map((name) => (typeof name === 'string' ? catalog.type(name) : undefined));
  if (types.length === 0 || types.includes(undefined)) return undefined;
  return types as InstanceType[];
}

interface GroupImage {
  /** The AMI type; undefined if EKS chooses its default. */
  readonly name: string | undefined;
  readonly architecture: 'amd64' | 'arm64';
  /** Whether it has no driver for GPUs or for the chips of AWS. */
  readonly isStandard: boolean;
}

/** What EKS chooses, and the EKS module since version 21. */
const defaultImage: GroupImage = { name: undefined, architecture: 'amd64', isStandard: true };

/** The image of a group; undefined if it is unknown, or an AMI of its own. */
function imageOf(group: Manifest): GroupImage | undefined {
  const written = group.get(['spec', 'amiType']) ?? undefined;
  const template = group.get(['spec', 'launchTemplate']);
  // A launch template that is not in the files may name an AMI.
  const content = asMapping(template)?.template ?? asMapping(template)?.perhapsTemplate;
  const isUnread = group.isPartial || (template !== undefined && asMapping(content) === undefined);
  if (/"(?:ami_id|image_id)":/.test(JSON.stringify(template ?? null))) return undefined;
  if (written === undefined) return isUnread ? undefined : defaultImage;
  if (typeof written !== 'string' || hasPlaceholder(written)) return undefined;
  if (!knownTypes.test(written)) return undefined;

  return {
    name: written,
    architecture: /ARM_64/.test(written) ? 'arm64' : 'amd64',
    isStandard: /_STANDARD$|^AL2_(?:ARM_64|x86_64)$|^BOTTLEROCKET_(?:ARM_64|x86_64)(?:_FIPS)?$/.test(written),
  };
}

/** AMI types of EKS, but not `CUSTOM`. Source: https://docs.aws.amazon.com/eks/latest/APIReference/API_Nodegroup.html. */
const knownTypes = /^(?:AL2_|AL2023_|BOTTLEROCKET_|WINDOWS_)\w*(?:x86_64|ARM_64)/;

const imageText = ({ name, architecture }: GroupImage): string => {
  if (name === undefined) return `without \`ami_type\` EKS uses an ${architecture} image`;
  return `${quoted(name)} is an ${architecture} image`;
};

/** What to do about types of another architecture: `wanted` if all types have it. */
function helpFor(image: GroupImage, wanted: string | undefined): string {
  const types = `choose instance types for ${image.architecture}`;
  if (wanted === undefined) return `Keep instance types of one architecture in a group: ${types}.`;
  if (image.name === undefined) return `Set \`ami_type = "AL2023_ARM_64_STANDARD"\`, or ${types}.`;

  const [from, to] = image.architecture === 'arm64' ? ['ARM_64', 'x86_64'] : ['x86_64', 'ARM_64'];
  if (image.name.startsWith('WINDOWS')) return `Windows runs only on amd64, so ${types}.`;
  return `Set \`ami_type\` to ${quoted(image.name.replace(from, to))}, or ${types}.`;
}

interface Driver {
  readonly devices: string;
  readonly resource: string;
  readonly variant: string;
}

/** The driver that every type of a group needs, if they all need the same one. */
function driverFor(types: readonly InstanceType[]): Driver | undefined {
  if (types.every(({ gpus }) => gpus.some(({ manufacturer }) => manufacturer === 'nvidia')))
    return { devices: 'NVIDIA GPUs', resource: 'nvidia.com/gpu', variant: 'NVIDIA' };
  if (types.every(({ accelerator }) => accelerator?.manufacturer === 'aws'))
    return { devices: 'AWS Neuron devices', resource: 'aws.amazon.com/neuron', variant: 'NEURON' };
  return undefined;
}

/** The AMI type of the same family with a driver. Bottlerocket has none of its own for Neuron. */
function variantOf({ name = 'AL2023_x86_64_STANDARD', architecture }: GroupImage, variant: string): string {
  const chip = architecture === 'arm64' ? 'ARM_64' : 'x86_64';
  if (name.startsWith('BOTTLEROCKET') && variant === 'NVIDIA') return `BOTTLEROCKET_${chip}_NVIDIA`;
  return `AL2023_${chip}_${variant}`;
}

/** Whether something in the files may install drivers on nodes, such as NVIDIA’s GPU operator. */
const installsDrivers = (manifests: readonly Manifest[]): boolean =>
  manifests.some(
    ({ kind, name, object }) =>
      holdsPlaceholder(name) || /gpu-operator|nvidia-driver/.test(`${kind} ${name} ${JSON.stringify(object)}`),
  );

function examples(): RuleExamples {
  const group = (types: string, image: string) => terraform`
    resource "aws_eks_node_group" "system" {
      cluster_name    = "demo"
      node_group_name = "system"
      node_role_arn   = "arn:aws:iam::111122223333:role/nodes"
      subnet_ids      = ["subnet-0123456789abcdef0"]
      instance_types  = [${types}]
      ${image}

      scaling_config {
        desired_size = 2
        max_size     = 3
        min_size     = 2
      }
    }
  `;

  return {
    bad: [
      corrected(
        group('"m7g.large"', 'ami_type        = "AL2023_x86_64_STANDARD"'),
        { AL2023_x86_64_STANDARD: 'AL2023_ARM_64_STANDARD' },
        { 'm7g.large': 'm7i.large' },
      ),
      corrected(
        group('"t4g.medium"', 'capacity_type   = "ON_DEMAND"'),
        { 'capacity_type   = "ON_DEMAND"': 'ami_type        = "AL2023_ARM_64_STANDARD"' },
        { 't4g.medium': 't3a.medium' },
      ),
      corrected(group('"g5.xlarge"', 'ami_type        = "AL2023_x86_64_STANDARD"'), {
        AL2023_x86_64_STANDARD: 'AL2023_x86_64_NVIDIA',
      }),
    ],
    good: [
      group('"m7g.large"', 'ami_type        = "BOTTLEROCKET_ARM_64"'),
      group('"g5.xlarge"', 'ami_type        = "BOTTLEROCKET_x86_64_NVIDIA"'),
      group('"m7g.large"', 'ami_type        = var.image'),
      group('"m7i.large", "m6i.large"', 'ami_type        = "AL2_x86_64"'),
    ],
  };
}
