import type { Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, terraform, yaml } from '../../rules/lint/example.ts';
import { isSameRoot, whyRelated } from '../../rules/lint/fields/why-related.ts';
import { defineRule, type RuleContext, type RuleExamples, type RuleFinding } from '../../rules/lint/rule.ts';
import { ec2NodeClass, kubectlManifest } from '../../rules/lint/scenes.ts';
import { isClosed, seenIn } from '../../text/evidence.ts';
import { type GivenTag, type NetworkResource, networkOf, newCreators } from '../fields/network-resources.ts';
import { candidatesFor, hasTag, mayHave, unmatchedTag } from '../fields/selected-resources.ts';
import {
  type Selected,
  type SelectorTag,
  selectorTermsOf,
  selectsNetwork,
  type TagTerm,
} from '../fields/selector-fields.ts';

export const discoveryTagsRule = defineRule({
  id: 'discovery-tags',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws', 'eks-auto-mode'],
  theme: 'Network',
  mistakes: [76],
  on: {
    Manifests(all, context) {
      for (const nodeClass of all.manifests) {
        if (!selectsNetwork(nodeClass) || nodeClass.isPartial) continue;
        for (const selected of ['subnet', 'securityGroup'] as const) judge(nodeClass, selected, context);
      }
    },
  },
  docs: {
    summary: 'A node class selects subnets or security groups by a tag that none of them has.',
    why: 'Karpenter finds subnets and security groups by their tags. If none has the tag with exactly this value, the node class is not ready, and no NodePool that uses it launches anything. A tag that is missing on what eksctl or kOps creates is a warning, because a script may add it, and it stays. So is one of security groups in a network that is created elsewhere. Reported only when the repository creates the cluster’s subnets or security groups with Terraform, eksctl or kOps, and all their tags are known. Also a warning if a change selects by a tag that nothing in the repository has, while what was selected before is still there. The node class may be in another folder if an environment, the name of the cluster, or being the only cluster relates both.',
    help: 'Add the tag to the subnets and security groups in which nodes run, or select them by a tag that they have.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms',
  },
  examples,
});

const names: Readonly<Record<Selected, readonly [one: string, many: string]>> = {
  subnet: ['subnet', 'subnets'],
  securityGroup: ['security group', 'security groups'],
};

interface Selection {
  readonly nodeClass: Manifest;
  readonly selected: Selected;
  readonly resources: readonly NetworkResource[];
  /** Security groups of a network that is created elsewhere may be created there, too. */
  readonly isNetworkHere: boolean;
}

function judge(nodeClass: Manifest, selected: Selected, context: RuleContext): void {
  const terms = selectorTermsOf(nodeClass, selected);
  if (terms.length === 0 || terms.some(({ hasOther, tags }) => hasOther || tags.length === 0)) return;

  const network = networkOf(context.clusterOf(nodeClass), selected);
  if (!isClosed(network)) {
    judgeLoss(nodeClass, selected, terms, context);
    judgeOtherName({ nodeClass, selected, terms }, context);
    return;
  }

  const resources = network.all;
  const isNetworkHere = selected === 'subnet' || isClosed(networkOf(context.clusterOf(nodeClass), 'subnet'));
  if (terms.some((term) => candidatesFor(term, network).some((resource) => hasAllOf(resource, term)))) return;

  context.report({
    manifest: nodeClass,
    ...findingOf({ nodeClass, selected, resources, isNetworkHere }, terms[0]!, context),
  });
}

/** The change takes the tags from what these files create. Others of the network may have them. */
function judgeLoss(nodeClass: Manifest, selected: Selected, terms: readonly TagTerm[], context: RuleContext): void {
  const old = context.base?.manifests.find(
    ({ kind, name, apiVersion }) =>
      kind === nodeClass.kind && name === nodeClass.name && apiVersion === nodeClass.apiVersion,
  );

  const network = networkOf(context.clusterOf(nodeClass), selected);
  const now = seenIn(network);
  const mayMatch = terms.some((term) => candidatesFor(term, network).some((resource) => hasAllOf(resource, term)));
  if (!old || mayMatch) return;

  const isMoved = newCreators(context.baseClusterOf(old), context.clusterOf(nodeClass), selected).length > 0;
  if (isMoved) return;

  const before = seenIn(networkOf(context.baseClusterOf(old), selected));
  const term = terms.find(({ tags }) => before.some((resource) => tags.every((tag) => hasTag(resource, tag) === true)));
  const had = term && before.find((resource) => term.tags.every((tag) => hasTag(resource, tag) === true));
  const isRootThere = had && context.all.manifests.some((manifest) => isSameRoot(manifest, had.manifest));
  if (!term || !had || !isRootThere || keepsTags(had, { selected, term }, context)) return;

  const same = now.find(({ manifest: { kind, name } }) => kind === had.manifest.kind && name === had.manifest.name);
  const creators = newCreators(context.baseClusterOf(old), context.clusterOf(nodeClass), selected);
  // It may have moved into a module that is not here.
  if (same === undefined && creators.length > 0) return;

  const place = same?.manifest ?? nodeClass;
  const [singular, many] = names[selected];

  context.report({
    manifest: place,
    severity: 'warning',
    at: same ? place.span(['metadata', 'name']) : nodeClass.span(term.tags[0]!.path),
    message: `\`${nodeClass.name}\` selects ${many} by \`${term.tags.map(writtenTag).join('`, `')}\`, and this change removes the last ${singular} of these files that has it. Unless another ${singular} of the network has it, Karpenter launches no nodes`,
    help: `Keep the tag on the ${many} in which nodes run, or select them by a tag that they have.`,
    labels: same ? [{ span: nodeClass.span(term.tags[0]!.path), message: 'what selects by it' }] : [],
  });
}

interface ChangedSelection {
  readonly nodeClass: Manifest;
  readonly selected: Selected;
  readonly terms: readonly TagTerm[];
}

/**
 * Reports a tag that a change writes into a node class, and that no resource of the repository has, while those that the class selected before are
 * still there. With the name of another cluster, the files no longer say to which one the class belongs.
 */
function judgeOtherName({ nodeClass, selected, terms }: ChangedSelection, context: RuleContext): void {
  const old = context.base?.manifests.find(
    ({ kind, name, source }) => kind === nodeClass.kind && name === nodeClass.name && isSamePlace(source, nodeClass),
  );
  if (old === undefined || context.clusterOf(nodeClass).isExample) return;

  const before = { nodeClass: old, cluster: context.baseClusterOf(old) };
  const head = { manifests: context.all.manifests, clusterOf: context.clusterOf };
  const unmatched = unmatchedTag({ selected, terms }, before, head);
  if (unmatched === undefined) return;
  const { tag, selectedBefore } = unmatched;
  const [singular, many] = names[selected];

  context.report({
    manifest: nodeClass,
    severity: 'warning',
    at: nodeClass.span(tag.path),
    message: `\`${nodeClass.name}\` selects ${many} by \`${writtenTag(tag)}\`, which no ${singular} of these files has. Unless another ${singular} has it, Karpenter launches no nodes`,
    help: `Select the ${many} by a tag that they have, or create the others first.`,
    labels: [
      {
        span: selectedBefore.manifest.span(selectedBefore.tagsAt),
        message: `the ${many} that it selects before this change`,
      },
    ],
  });
}

const isSamePlace = (source: Manifest['source'], { source: other }: Manifest): boolean => source.file === other.file;

/** Whether a resource of base is still there with its tags. Then it only counts to another cluster than before. */
function keepsTags(
  { manifest: { kind, name, ...old } }: NetworkResource,
  { selected, term }: { readonly selected: Selected; readonly term: TagTerm },
  context: RuleContext,
): boolean {
  const now = context.all.manifests.filter(
    (manifest) => manifest.kind === kind && manifest.name === name && manifest.source.file === old.source.file,
  );
  const resources = now.flatMap((holder) =>
    seenIn(networkOf(context.clusterOf(holder), selected)).filter(({ manifest }) => manifest === holder),
  );
  return resources.some((resource) => term.tags.every((tag) => mayHave(resource, tag)));
}

/** Whether a resource has all tags of a term, or may have them because something is unknown. */
const hasAllOf = (resource: NetworkResource, { tags }: TagTerm): boolean => tags.every((tag) => mayHave(resource, tag));

function findingOf(selection: Selection, term: TagTerm, context: RuleContext): RuleFinding {
  const { resources } = selection;
  const tag = term.tags.find((tag) => !resources.some((resource) => mayHave(resource, tag)));
  if (!tag) return neverTogether(selection, term, context);
  const values = resources.flatMap((resource) => resource.tags.get(tag.key) ?? []);
  if (values.length > 0) return otherValue(selection, { tag, values }, context);
  return noSuchTag(selection, tag, context);
}

const writtenTag = ({ key, value }: SelectorTag): string => {
  if (hasPlaceholder(value)) return key;
  return `${key}: ${value}`;
};

function otherValue(
  { nodeClass, selected, resources }: Selection,
  { tag, values }: { readonly tag: SelectorTag; readonly values: readonly GivenTag[] },
  context: RuleContext,
): RuleFinding {
  const [first] = values as [GivenTag, ...GivenTag[]];
  const { tool } = resources.find(({ tags }) => tags.get(tag.key) === first)!;

  return {
    at: nodeClass.span(tag.path),
    message: `\`${nodeClass.name}\` selects ${names[selected][1]} by \`${writtenTag(tag)}\`, but ${tool} sets the tag to \`${first.value}\``,
    help: 'Use the same value in both places, for example from one local value.',
    labels: [
      {
        span: first.manifest.span(first.path),
        message: `${tool} sets the tag here${whyRelated(nodeClass, first.manifest, context)}`,
      },
    ],
  };
}

/** Terraform removes tags that it does not set. A tag that a script adds to what eksctl or kOps created stays. */
const removesOtherTags = (tool: string): boolean => tool === 'Terraform';

const isSure = ({ isNetworkHere }: Selection, tool: string): boolean => isNetworkHere && removesOtherTags(tool);

const severityOf = (selection: Selection, tool: string): { readonly severity?: 'warning' } => {
  if (isSure(selection, tool)) return {};
  return { severity: 'warning' };
};

function consequenceOf(selection: Selection, tool: string): string {
  if (isSure(selection, tool)) return ', so Karpenter launches no nodes';

  const other = () => {
    if (removesOtherTags(tool)) return `another ${names[selection.selected][0]} of the network has it`;
    return 'something else adds it';
  };

  return `. Unless ${other()}, Karpenter launches no nodes`;
}

/** The number of places that a finding shows. */
const maxLabels = 3;

function noSuchTag(selection: Selection, tag: SelectorTag, context: RuleContext): RuleFinding {
  const { nodeClass, selected, resources } = selection;
  const [singular] = names[selected];
  const target = resources.find(({ isPreferred }) => isPreferred) ?? resources[0]!;

  // Instances of one resource have their tags in the same place.
  const placeOf = ({ manifest: { source, kind, name } }: (typeof resources)[number]): string =>
    `${source.origin?.root ?? source.file} ${kind} ${name}`;

  const byPlace = new Map(
    resources.filter(({ isPreferred }) => isPreferred).map((resource) => [placeOf(resource), resource]),
  );
  const others = [...byPlace].flatMap(([place, resource]) => {
    if (place === placeOf(target)) return [];
    return [resource];
  });
  const shown = [target, ...others].slice(0, maxLabels);
  const { tool } = target;

  return {
    at: nodeClass.keySpan(tag.path),
    message: `\`${nodeClass.name}\` selects ${names[selected][1]} by \`${writtenTag(tag)}\`, but no ${singular} that ${tool} creates has this tag${consequenceOf(selection, tool)}`,
    ...severityOf(selection, tool),
    help: `Add ${tagToAdd(tag, tool)} to ${target.tagsIn}.`,
    labels: shown.map(({ manifest, tagsAt }, i) => {
      const relation = i === 0 ? whyRelated(nodeClass, manifest, context) : '';
      return {
        span: manifest.keySpan(tagsAt),
        message: `has no tag \`${tag.key}\`${relation}`,
      };
    }),
  };
}

/** The tag as it is written in the language of a tool. */
function tagToAdd({ key, value }: SelectorTag, tool: string): string {
  if (hasPlaceholder(value) || /[*?,]/.test(value)) return `the tag \`${key}\``;
  if (tool === 'Terraform') return `\`"${key}" = "${value}"\``;
  return `\`${key}: ${value}\``;
}

function neverTogether(selection: Selection, term: TagTerm, context: RuleContext): RuleFinding {
  const { nodeClass, selected, resources } = selection;
  const { tool, manifest, tagsAt } = resources[0]!;

  return {
    at: nodeClass.span(term.path),
    message: `\`${nodeClass.name}\` selects ${names[selected][1]} that have all these tags, but no ${names[selected][0]} that ${tool} creates has all of them${consequenceOf(selection, tool)}`,
    ...severityOf(selection, tool),
    help: 'Remove the tags that do not belong together, or write them as separate terms.',
    labels: [
      { span: manifest.keySpan(tagsAt), message: `has not all of the tags${whyRelated(nodeClass, manifest, context)}` },
    ],
  };
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        terraform`
          module "vpc" {
            source          = "terraform-aws-modules/vpc/aws"
            private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

            private_subnet_tags = {
              "karpenter.sh/discovery" = "orders-prod"
            }
          }

          ${kubectlManifest(
            'default',
            ec2NodeClass(yaml`
              role: KarpenterNodeRole-orders
              subnetSelectorTerms:
                - tags:
                    karpenter.sh/discovery: orders
            `),
          )}
        `,
        {
          '"orders-prod"': 'local.cluster',
          'module "vpc" {': 'locals {\n  cluster = "orders-prod"\n}\n\nmodule "vpc" {',
          'karpenter.sh/discovery: orders': 'karpenter.sh/discovery: ${local.cluster}',
        },
        { 'karpenter.sh/discovery: orders': 'karpenter.sh/discovery: orders-prod' },
      ),
      corrected(
        terraform`
          module "vpc" {
            source          = "terraform-aws-modules/vpc/aws"
            private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

            private_subnet_tags = {
              "kubernetes.io/role/internal-elb" = 1
            }
          }

          ${kubectlManifest(
            'default',
            ec2NodeClass(yaml`
              role: KarpenterNodeRole-orders
              subnetSelectorTerms:
                - tags:
                    karpenter.sh/discovery: orders
            `),
          )}
        `,
        {
          '"kubernetes.io/role/internal-elb" = 1':
            '"kubernetes.io/role/internal-elb" = 1\n"karpenter.sh/discovery" = "orders"',
        },
      ),
    ],
    good: [
      terraform`
        resource "aws_subnet" "database" {
          vpc_id = data.aws_vpc.main.id
        }

        data "aws_subnets" "nodes" {
          tags = {
            "karpenter.sh/discovery" = "orders"
          }
        }

        resource "aws_eks_cluster" "orders" {
          name = "orders"

          vpc_config {
            subnet_ids = data.aws_subnets.nodes.ids
          }
        }

        ${kubectlManifest(
          'default',
          ec2NodeClass(yaml`
            role: KarpenterNodeRole-orders
            subnetSelectorTerms:
              - tags:
                  karpenter.sh/discovery: orders
          `),
        )}
      `,
      terraform`
        module "vpc" {
          source = "terraform-aws-modules/vpc/aws"

          private_subnet_tags = {
            "karpenter.sh/discovery" = local.name
          }
          public_subnet_tags = {
            "kubernetes.io/role/elb" = 1
          }
        }

        locals {
          name = "orders"
        }

        ${kubectlManifest(
          'default',
          ec2NodeClass(yaml`
            role: KarpenterNodeRole-orders
            subnetSelectorTerms:
              - tags:
                  karpenter.sh/discovery: \${local.name}
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: \${local.name}
          `),
        )}
      `,
      terraform`
        module "eks" {
          source  = "terraform-aws-modules/eks/aws"
          version = "~> 21.0"
          name    = "orders"

          node_security_group_tags = {
            "karpenter.sh/discovery" = "orders"
          }
        }

        resource "aws_security_group" "endpoints" {
          tags = {
            Name = "orders-endpoints"
          }
        }

        ${kubectlManifest(
          'default',
          ec2NodeClass(yaml`
            role: KarpenterNodeRole-orders
            securityGroupSelectorTerms:
              - tags:
                  Name: orders-node
                  karpenter.sh/discovery: orders
          `),
        )}
      `,
    ],
  };
}
