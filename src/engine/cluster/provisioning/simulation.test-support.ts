import { readFileSync } from 'node:fs';
import { eksAutoMode } from '../../aws/auto-mode/eks-auto-mode.ts';
import { aws } from '../../aws/aws.ts';
import { decodeCatalog } from '../../aws/catalog/catalog.ts';
import type { Ec2Catalog } from '../../aws/catalog/ec2-catalog.ts';
import { karpenter } from '../../karpenter/api/karpenter.ts';
import { defaultSettings, type Settings } from '../../karpenter/api/settings.ts';
import { noZoneHints } from '../../manifest/hints/zone-hints.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { type Simulator, simulatorOf } from './simulator/simulator.ts';

/** Manifests from text and the real catalog, for tests of the simulation. */

export const manifestsOf = (text: string, file = 'manifests.yaml'): readonly Manifest[] =>
  parseManifests({ file, text }, { set: {} }).manifests;

const json = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../../data/${path}`, import.meta.url), 'utf8'));

const catalogs = new Map<string, Ec2Catalog>();

export function catalogOf(region = 'us-east-1'): Ec2Catalog {
  const known = catalogs.get(region) ?? decodeCatalog(json('instance-types.json'), json(`regions/${region}.json`));
  catalogs.set(region, known);
  return known;
}

export const settingsOf = (settings: Partial<Settings> = {}): Settings => ({ ...defaultSettings, ...settings });

export const simulator = (settings: Partial<Settings> = {}, region = 'us-east-1'): Simulator =>
  simulatorOf({
    providers: [aws, eksAutoMode],
    catalog: catalogOf(region),
    settings: settingsOf(settings),
    karpenter: karpenter(settings.karpenterVersion ?? '1.14'),
    zoneHints: noZoneHints,
  });

export const nodePool = (name: string, spec = '', requirements = ''): string => `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: ${name} }
spec:
${spec}
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
${requirements}
---
`;

export const nodeClass = `
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: default }
spec: { amiSelectorTerms: [{ alias: al2023@latest }] }
---
`;

export const deployment = (name: string, replicas: number | string, requests = 'cpu: 500m, memory: 1Gi'): string => `
apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name} }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec:
      containers: [{ name: app, image: app, resources: { requests: { ${requests} } } }]
---
`;
