import { textIf } from '../../text/words/text-if.ts';
import { type Example, yaml } from './example.ts';

/** YAML to insert into an object: an example, or a single line. */
export type Part = Example | string;

/** The fields of a NodePool that an example sets. They are printed in the order in which the example gives them. */
interface PoolScene {
  readonly apiVersion?: 'karpenter.sh/v1beta1';
  /** `default` if absent. */
  readonly name?: string;
  /** The name of the EC2NodeClass that it refers to. */
  readonly nodeClassRef?: string;
  /** The whole reference, of another kind. */
  readonly classRef?: string;
  /** Each as `KEY OPERATOR [VALUES]`, or all as YAML. None if absent. */
  readonly requirements?: readonly string[] | Example;
  readonly labels?: Part;
  readonly taints?: Example;
  readonly startupTaints?: Example;
  readonly expireAfter?: string;
  readonly terminationGracePeriod?: string;
  /** `cpu: 100` if absent, none if null. */
  readonly limits?: Part | null;
  readonly disruption?: Part;
  readonly weight?: number;
  readonly replicas?: number;
}

/** Fields of the node template. All others are fields of `spec`. */
const ofTemplate: ReadonlySet<string> = new Set<keyof PoolScene>([
  'nodeClassRef',
  'classRef',
  'requirements',
  'labels',
  'taints',
  'startupTaints',
  'expireAfter',
  'terminationGracePeriod',
]);

/** A NodePool with the fields that matter in an example. */
export function nodePool({ apiVersion, name = 'default', ...scene }: PoolScene = {}): Example {
  const fields = Object.entries({ ...(isOfTemplate(scene) ? {} : { requirements: [] }), ...scene });
  const template = templateText(fields.filter(([key]) => ofTemplate.has(key)));
  const limits = textIf(!('limits' in scene), '\nlimits:\n  cpu: 100');
  const first = fields.find(([key]) => ofTemplate.has(key))?.[0];

  const spec = fields.flatMap(([key, value]) => {
    if (key === first) return [template + limits];
    if (ofTemplate.has(key) || value === null) return [];
    return [field(key, value)];
  });

  return yaml`
    apiVersion: ${apiVersion ?? 'karpenter.sh/v1'}
    kind: NodePool
    metadata:
      name: ${name}
    spec:
      ${spec.join('\n')}
  `;
}

const isOfTemplate = (fields: PoolScene): boolean => Object.keys(fields).some((key) => ofTemplate.has(key));

type Entry = readonly [key: string, value: Exclude<PoolScene[keyof PoolScene], undefined>];

function templateText(fields: readonly Entry[]): string {
  const labels = fields.filter(([key]) => key === 'labels').map(([key, value]) => field(key, value));
  const others = fields.filter(([key]) => key !== 'labels').map(([key, value]) => field(key, value));

  return [
    'template:',
    ...(labels.length > 0 ? ['  metadata:', indented(labels.join('\n'), 4)] : []),
    '  spec:',
    indented(others.join('\n'), 4),
  ].join('\n');
}

/** One field with its value, as block YAML. */
function field(key: string, value: Entry[1]): string {
  if (key === 'nodeClassRef')
    return `nodeClassRef:\n  group: karpenter.k8s.aws\n  kind: EC2NodeClass\n  name: ${String(value)}`;
  if (key === 'classRef') return `nodeClassRef:\n${indented(String(value), 2)}`;
  if (Array.isArray(value)) {
    if (value.length === 0) return `${key}: []`;
    return `${key}:\n${indented(value.map(requirement).join('\n'), 2)}`;
  }

  const text = typeof value === 'object' ? (value as Example).text.trimEnd() : String(value);
  if (/^\S+:|\n/.test(text)) return `${key}:\n${indented(text, 2)}`;
  return `${key}: ${text}`;
}

/** `KEY OPERATOR [VALUES]` as YAML. */
function requirement(text: string): string {
  const [key, operator, ...values] = text.split(' ');
  const list = textIf(values.length > 0, `\n  values: ${values.join(' ')}`);
  return `- key: ${key}\n  operator: ${operator}${list}`;
}

const indented = (text: string, by: number): string => text.replaceAll(/^(?=.)/gm, ' '.repeat(by));

/** A NodePool of EKS Auto Mode with the fields that matter in an example. */
export const autoModePool = (scene: Omit<PoolScene, 'nodeClassRef'> = {}): Example =>
  nodePool({ ...scene, classRef: 'group: eks.amazonaws.com\nkind: NodeClass\nname: default' });

/** A NodeClass of EKS Auto Mode with this `spec`. */
export const autoModeClass = (spec: Part, name = 'default'): Example => yaml`
  apiVersion: eks.amazonaws.com/v1
  kind: NodeClass
  metadata:
    name: ${name}
  spec:
    ${spec}
`;

/** An EC2NodeClass with this `spec`. */
export const ec2NodeClass = (spec: Part, name = 'default'): Example => yaml`
  apiVersion: karpenter.k8s.aws/v1
  kind: EC2NodeClass
  metadata:
    name: ${name}
  spec:
    ${spec}
`;

/** A minimal EC2NodeClass, for examples in which its content does not matter. */
export const nodeClass = ec2NodeClass('role: KarpenterNodeRole-demo');

/** A Flux HelmRelease for a chart. */
export const fluxRelease = (
  chart: string,
  { version = '', values = '' }: { version?: string; values?: Part } = {},
): Example => yaml`
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata:
    name: ${chart}
  spec:
    chart:
      spec:
        chart: ${chart}
        ${version && `version: ${version}`}
    ${
      values &&
      yaml`
      values:
        ${values}
    `
    }
`;

/** A Terraform resource that applies an object to the cluster. */
export const kubectlManifest = (name: string, object: Example): Example => yaml`
  resource "kubectl_manifest" "${name}" {
    yaml_body = <<-YAML
      ${object}
    YAML
  }
`;

/** Several objects in one file. */
export const together = (...objects: readonly Example[]): Example => ({
  ...objects[0]!,
  text: objects.map(({ text }) => text).join('---\n'),
});
