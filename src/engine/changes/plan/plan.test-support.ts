import { readFileSync } from 'node:fs';
import { type CrdPack, decodeCrdPack } from '../../files/schema/definitions/crd-pack.ts';
import { type ManifestSet, manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { type Plan, planOf, type Unplanned } from './plan.ts';

/** Files by name. */
export type Texts = Readonly<Record<string, string>>;

const file = new URL('../../../../data/crds/1.14.json', import.meta.url);

/** The CRDs of Karpenter 1.14. */
export const pack: CrdPack = decodeCrdPack(JSON.parse(readFileSync(file, 'utf8')));

export const manifestsOf = (texts: Texts): ManifestSet =>
  manifestSet(Object.entries(texts).map(([name, text]) => parseManifests({ file: name, text }, { set: {} })));

/** The plan of a change to files. */
export const plan = (base: Texts, head: Texts, environment = 'production'): Plan | Unplanned =>
  planOf({ environment, base: manifestsOf(base), head: manifestsOf(head), pack });

/** The plan of a change, which must be possible. */
export function planned(base: Texts, head: Texts): Plan {
  const made = plan(base, head);
  if (made.digest === null) throw new Error(made.problems.join('; '));
  return made;
}

export const nodePool = (name = 'web', spec = 'limits: {cpu: "100"}'): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: ${name}}
spec:
  ${spec}
  template:
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
      requirements:
        - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
`;

export const nodeClass = (name = 'default', more = 'role: node'): string => `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: {name: ${name}}
spec:
  amiSelectorTerms: [{alias: al2023@v20250101}]
  subnetSelectorTerms: [{tags: {team: web}}]
  securityGroupSelectorTerms: [{tags: {team: web}}]
  ${more}
`;
