import { readFileSync } from 'node:fs';
import type { WarmUp } from '../kubeval-wasm/picture.ts';
import { decodeCrdPack } from '../src/engine/files/schema/definitions/crd-pack.ts';
import { definitionOf } from '../src/engine/files/schema/server/served-definition.ts';

/** The Karpenter minor that a review assumes by default. Most reviews need its definitions. */
const karpenterVersion = '1.14';

/** Selector terms as they are in most repositories. */
const discovery = [{ tags: { 'karpenter.sh/discovery': 'shop' } }, { id: 'subnet-0123456789abcdef0' }];

const nodePool = {
  apiVersion: 'karpenter.sh/v1',
  kind: 'NodePool',
  metadata: { name: 'web', labels: { team: 'shop' }, annotations: { owner: 'shop' } },
  spec: {
    weight: 10,
    limits: { cpu: '100', memory: '400Gi' },
    disruption: {
      consolidationPolicy: 'WhenEmptyOrUnderutilized',
      consolidateAfter: '5m',
      budgets: [{ nodes: '20%' }, { nodes: '0', schedule: '0 9 * * 1-5', duration: '8h', reasons: ['Drifted'] }],
    },
    template: {
      metadata: { labels: { tier: 'web' }, annotations: { tier: 'web' } },
      spec: {
        expireAfter: '720h',
        terminationGracePeriod: '24h',
        nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
        taints: [{ key: 'example.com/web', value: 'true', effect: 'NoSchedule' }],
        startupTaints: [{ key: 'example.com/start', effect: 'NoExecute' }],
        requirements: [
          { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['spot', 'on-demand'] },
          { key: 'karpenter.k8s.aws/instance-family', operator: 'In', values: ['m6i', 'm7i'], minValues: 2 },
          { key: 'karpenter.k8s.aws/instance-generation', operator: 'Gt', values: ['4'] },
          { key: 'kubernetes.io/arch', operator: 'Exists' },
        ],
      },
    },
  },
};

const nodeClass = {
  apiVersion: 'karpenter.k8s.aws/v1',
  kind: 'EC2NodeClass',
  metadata: { name: 'default' },
  spec: {
    role: 'KarpenterNodeRole-shop',
    amiFamily: 'AL2023',
    amiSelectorTerms: [{ alias: 'al2023@v20250715' }],
    subnetSelectorTerms: discovery,
    securityGroupSelectorTerms: [discovery[0], { id: 'sg-0123456789abcdef0' }],
    associatePublicIPAddress: false,
    tags: { team: 'shop' },
    userData: 'echo',
    metadataOptions: { httpEndpoint: 'enabled', httpTokens: 'required', httpPutResponseHopLimit: 1 },
    blockDeviceMappings: [
      { deviceName: '/dev/xvda', rootVolume: true, ebs: { volumeSize: '100Gi', volumeType: 'gp3', encrypted: true } },
    ],
    kubelet: {
      maxPods: 110,
      systemReserved: { cpu: '100m', memory: '100Mi' },
      kubeReserved: { cpu: '200m', memory: '100Mi' },
      evictionHard: { 'memory.available': '5%' },
      evictionSoft: { 'memory.available': '500Mi' },
      evictionSoftGracePeriod: { 'memory.available': '1m' },
      imageGCHighThresholdPercent: 85,
      imageGCLowThresholdPercent: 80,
    },
  },
};

/** Definitions and typical objects that the program processes before its memory snapshot is taken. */
export function karpenterWarmUps(): WarmUp[] {
  const pack = decodeCrdPack(JSON.parse(readFileSync(`data/crds/${karpenterVersion}.json`, 'utf8')));
  return [nodePool, nodeClass].map((object) => {
    const crd = pack.find(object.apiVersion, object.kind)!;
    return { definition: definitionOf(crd), version: crd.version, object };
  });
}
