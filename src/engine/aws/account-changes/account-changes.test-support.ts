import { relatedObjects } from '../../files/clusters/related-objects.ts';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { evaluated } from '../../manifest/terraform/terraform.test-support.ts';
import { aws } from '../aws.ts';
import { accountChanges } from './account-changes.ts';
import type { AccountSide } from './account-sides.ts';

export const classOf = (spec: string): string =>
  `apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: {name: std}\nspec: {role: nodes, ${spec}}\n`;
export const byTag = classOf(
  'subnetSelectorTerms: [{tags: {karpenter.sh/discovery: c}}], securityGroupSelectorTerms: [{tags: {karpenter.sh/discovery: c}}]',
);

/** One side of a change: Terraform, after that of the base, and the node class. */
export function side(terraform: string, nodeClass: string, base?: string): AccountSide {
  const before = base === undefined ? undefined : evaluated({ 'main.tf': base });
  const objects = evaluated({ 'main.tf': terraform }, before).made;
  const sources = [...objects, { file: 'pool.yaml', text: nodeClass }];
  const all = manifestSet(sources.map((source) => parseManifests(source, { set: {} })));
  const { clusterOf } = relatedObjects(all, { environments: {}, providers: [aws] });
  return { all, manifests: all.manifests, clusterOf };
}

/** The findings about a change, with their severities. */
export const messagesOf = (base: string, head: string, nodeClass = byTag, changed = nodeClass): string[] =>
  accountChanges({ base: side(base, nodeClass), head: side(head, changed, base) }).map(
    ({ severity, message }) => `${severity}: ${message}`,
  );

/** What to do about each finding about a change. */
export const helpsOf = (base: string, head: string): (string | undefined)[] =>
  accountChanges({ base: side(base, byTag), head: side(head, byTag) }).map(({ help }) => help);

export const cluster = (more: string, label = 'c'): string =>
  `resource "aws_eks_cluster" "${label}" {\n  name = "c"\n  role_arn = "arn:aws:iam::111111111111:role/c"\n  ${more}\n  vpc_config { subnet_ids = [aws_subnet.a.id] }\n}\n`;
export const eks = (version: string, inputs: string): string =>
  `module "eks" {\n  source = "terraform-aws-modules/eks/aws"\n  version = "${version}"\n  ${inputs}\n}\n`;
