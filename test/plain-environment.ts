import type { Texts } from './readings.ts';

/** The node class, the NodePool and the Deployments of an environment, as files of a folder. */
export interface PlainEnvironment {
  readonly image?: string;
  /** More fields of the spec of the NodePool. */
  readonly pool?: string;
  /** Deployments of namespace `shop` with their replicas. */
  readonly replicas?: Readonly<Record<string, number>>;
}

/** A small environment without kustomizations and charts. */
export const environmentIn = (folder: string, environment: PlainEnvironment = {}): Texts => {
  const { image, pool, replicas = { web: 3 } } = environment;
  const deployments = Object.entries(replicas).map(([name, count]) => [
    `${folder}/${name}.yaml`,
    plainDeployment(name, count),
  ]);

  return {
    [`${folder}/class.yaml`]: plainNodeClass({ image }),
    [`${folder}/pool.yaml`]: plainNodePool(pool),
    ...Object.fromEntries(deployments),
  };
};

const ofShop = '{ tags: { karpenter.sh/discovery: shop } }';

interface PlainNodeClass {
  readonly image?: string | undefined;
  /** The terms that select subnets and security groups. */
  readonly subnets?: string;
  readonly groups?: string;
}

/** EC2NodeClass `default`. */
export const plainNodeClass = ({ image = 'v20260715', subnets = ofShop, groups = ofShop }: PlainNodeClass = {}) =>
  `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: default }
spec:
  role: nodes
  amiSelectorTerms: [{ alias: al2023@${image} }]
  subnetSelectorTerms: [${subnets}]
  securityGroupSelectorTerms: [${groups}]
`;

/** NodePool `general`, with more fields of its spec. */
export const plainNodePool = (fields = 'limits: { cpu: 100 }'): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: general }
spec:
  ${fields}
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements: [{ key: karpenter.k8s.aws/instance-family, operator: In, values: [m6i] }]
`;

/** A Deployment of namespace `shop`. */
export const plainDeployment = (name: string, replicas: number): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: shop }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec: { containers: [{ name: app, image: app, resources: { requests: { cpu: "1", memory: 2Gi } } }] }
`;
