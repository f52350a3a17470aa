import { asText, isObject, type Manifest, type Path, type Value } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { against, corrected, terraform, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass } from '../../rules/lint/scenes.ts';
import { plural } from '../../text/words/plural.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';

export const arnPartitionRule = defineRule({
  id: 'arn-partition',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'IAM and cluster access',
  mistakes: [],
  on: {
    Manifests(all, context) {
      const classes = nodeClassesOf(all);
      for (const manifest of all.manifests.filter(mayNameArn)) judge(manifest, classes, context);
    },
  },
  docs: {
    summary: 'An ARN is of another partition than the region of the cluster.',
    why: 'AWS has separate partitions: `aws-cn` for the regions in China, `aws-us-gov` for GovCloud, and `aws` for nearly all others. Nothing in one partition can use anything in another. A policy with ARNs of another partition allows nothing, an attachment with one is refused, and a key is not found. Reported if the region of the cluster is known, or if an ARN names a region of another partition itself. Not reported for an object that has ARNs of both partitions, because it may be for several regions.',
    help: 'Write the partition of the region, or use `data.aws_partition.current.partition`.',
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html',
  },
  examples,
});

/** Objects of AWS, and those that name roles of AWS. Everything else has ARNs for applications. */
const mayNameArn = ({ apiVersion, kind }: Manifest): boolean =>
  apiVersion === 'terraform/v1' || ['EC2NodeClass', 'HelmRelease', 'HelmValues', 'IamPolicy'].includes(kind);

const arnPattern = /^arn:(aws(?:-cn|-us-gov)?):([a-z0-9-]{1,40}):([a-z0-9-]{0,30}):/;

/** The partition of a region. Isolated regions have others. */
function partitionOf(region: string): string | undefined {
  if (region.startsWith('cn-')) return 'aws-cn';
  if (region.startsWith('us-gov-')) return 'aws-us-gov';
  if (/^(?:us|eu)-iso/.test(region) || region.startsWith('eusc-')) return undefined;
  return 'aws';
}

interface WrittenArn {
  readonly path: Path;
  readonly text: string;
  readonly partition: string;
  readonly region: string;
}

function judge(manifest: Manifest, classes: readonly Manifest[], context: RuleContext): void {
  const arns = arnsIn(manifest.object.spec ?? manifest.object, manifest.object.spec === undefined ? [] : ['spec']);
  if (arns.length === 0) return;

  const wanted = regionFor(manifest, classes, context);
  const expected = wanted === undefined ? undefined : partitionOf(wanted);
  const isWrong = ({ partition, region }: WrittenArn): boolean => {
    const ofRegion = region === '' ? undefined : partitionOf(region);
    return (ofRegion !== undefined && ofRegion !== partition) || (expected !== undefined && partition !== expected);
  };

  const wrong = arns.filter(isWrong);
  const [first] = wrong;
  if (first === undefined || wrong.length < arns.length) return;

  const ofRegion = first.region === '' ? undefined : partitionOf(first.region);
  const isOwn = ofRegion !== undefined && ofRegion !== first.partition;
  const [right, region] = isOwn ? [ofRegion, first.region] : [expected!, wanted!];
  const others = textIf(wrong.length > 1, `, as ${plural(wrong.length - 1, 'more ARN')} here`);
  const isOfVolumes = manifest.kind === 'EC2NodeClass';

  context.report({
    manifest,
    at: manifest.span(first.path),
    message: `${quoted(String(first.path.findLast((step) => typeof step === 'string')))} names an ARN of the partition ${quoted(first.partition)}${others}, but ${region} is in ${quoted(right)}, and nothing of one partition can use anything of another`,
    help: `Begin the ARN with ${quoted(`arn:${right}:`)}.`,
    ...(isOfVolumes && { unready: 'the key of their volumes is in another partition' }),
  });
}

/** The region of the cluster that an object belongs to; undefined if it is unknown, or if nothing shows that the object is of this cluster. */
function regionFor(
  manifest: Manifest,
  classes: readonly Manifest[],
  { catalog, isRegionAssumed, clusterOf }: RuleContext,
): string | undefined {
  if (!catalog || isRegionAssumed) return undefined;
  const cluster = clusterOf(manifest);
  const isOfNodes = cluster.createsCluster || classes.some((nodeClass) => clusterOf(nodeClass) === cluster);
  if (isOfNodes && !cluster.isExample) return catalog.region;
  return undefined;
}

/** At most so many values of an object are searched. */
const maxValues = 5000;

/** The literal ARNs of an object. Those with a placeholder in their first parts do not match. */
function arnsIn(root: Value, start: Path): readonly WrittenArn[] {
  const arns: WrittenArn[] = [];
  const open: [Value, Path][] = [[root, start]];

  for (let count = 0; count < maxValues && open.length > 0; count++) {
    const [value, path] = open.pop()!;

    if (Array.isArray(value)) for (const [index, item] of value.entries()) open.push([item, [...path, index]]);
    else if (isObject(value)) for (const [key, item] of Object.entries(value)) open.push([item, [...path, key]]);
    else {
      const [, partition, , region] = arnPattern.exec(asText(value) ?? '') ?? [];
      if (partition !== undefined) arns.push({ path, text: String(value), partition, region: region! });
    }
  }

  return arns.filter(({ region }) => !hasPlaceholder(region)).toReversed();
}

function examples(): RuleExamples {
  const role = (partition: string) => terraform`
    provider "aws" {
      region = "us-gov-west-1"
    }

    resource "aws_eks_cluster" "demo" {
      name     = "demo"
      role_arn = "arn:${partition}:iam::111122223333:role/eks"
    }
  `;

  const key = (arn: string) =>
    ec2NodeClass(yaml`
      role: KarpenterNodeRole-demo
      blockDeviceMappings:
        - deviceName: /dev/xvda
          ebs:
            encrypted: true
            kmsKeyID: ${arn}
    `);

  return {
    bad: [
      corrected(against({ region: 'us-gov-west-1' }, role('aws')), { 'arn:aws:iam': 'arn:aws-us-gov:iam' }),
      corrected(key('arn:aws-cn:kms:us-east-1:111122223333:key/00000000-0000-0000-0000-000000000000'), {
        'arn:aws-cn:kms': 'arn:aws:kms',
      }),
    ],
    good: [
      against({ region: 'us-gov-west-1' }, role('aws-us-gov')),
      against(
        { region: 'us-gov-west-1' },
        key('arn:aws-us-gov:kms:us-gov-west-1:111122223333:key/00000000-0000-0000-0000-000000000000'),
      ),
    ],
  };
}
