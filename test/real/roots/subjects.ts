/** An object that needs an approval, in parts that a device can put together in its own way. */
export interface Subject {
  readonly name: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** Everything below `metadata`, with a value that changes. */
  readonly rest: (value: string) => string;
}

const nodeClassRef = 'nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}';

/** The rest of a NodePool. */
const poolRest = (value: string): string =>
  `spec:\n  limits:\n    cpu: "${value}"\n  template:\n    spec:\n      ${nodeClassRef}\n      requirements:\n        - {key: karpenter.sh/capacity-type, operator: In, values: [spot]}\n`;

const text = (value: string): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: inside}
${poolRest(value)}`;

const indented = (given: string, by: string): string => given.replaceAll(/^(?=.)/gm, by);

/** Objects that create nodes, objects that create or apply others, and objects that decide what others apply. NodePools are the most likely. */
export const subjects: readonly Subject[] = [
  ...Array.from({ length: 5 }, () => ({
    name: 'pool',
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    rest: poolRest,
  })),
  {
    name: 'class',
    apiVersion: 'karpenter.k8s.aws/v1',
    kind: 'EC2NodeClass',
    rest: (value) =>
      `spec:\n  role: role-${value}\n  amiSelectorTerms: [{alias: al2023@v20260715}]\n  subnetSelectorTerms: [{tags: {a: b}}]\n  securityGroupSelectorTerms: [{tags: {a: b}}]\n`,
  },
  {
    name: 'auto',
    apiVersion: 'eks.amazonaws.com/v1',
    kind: 'NodeClass',
    rest: (value) => `spec:\n  role: role-${value}\n`,
  },
  {
    name: 'set',
    apiVersion: 'fluxcd.controlplane.io/v1',
    kind: 'ResourceSet',
    rest: (value) => `spec:\n  inputs: [{kind: NodePool, cpu: "${value}"}]\n  resourcesTemplate: "kind: NodePool"\n`,
  },
  {
    name: 'application',
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    rest: (value) =>
      `spec:\n  project: default\n  source: {repoURL: https://github.com/somebody/x, path: p, targetRevision: v${value}}\n  destination: {server: "https://kubernetes.default.svc", namespace: team}\n`,
  },
  {
    name: 'holder',
    apiVersion: 'v1',
    kind: 'ConfigMap',
    rest: (value) => `data:\n  pool.yaml: |\n${indented(text(value), '    ')}`,
  },
];

/** An object of which nobody has to approve anything. */
export const harmless = { apiVersion: 'v1', kind: 'Service' } as const;

/** The text of an object whose parts may be templates. */
export const objectText = (
  { apiVersion, kind, rest }: Pick<Subject, 'apiVersion' | 'kind' | 'rest'>,
  { name, value }: { readonly name: string; readonly value: string },
): string => `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}\n${rest(value)}`;
