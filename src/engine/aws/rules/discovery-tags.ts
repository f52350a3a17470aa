import { corrected, terraform, yaml } from '../../lint/example.ts';
import { placeOf } from '../../lint/fields/helm-releases.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../lint/rule.ts';
import { ec2NodeClass, kubectlManifest } from '../../lint/scenes.ts';
import { asMapping, asText, type Manifest, type Path } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { hasPlaceholder, unknownValue } from '../../manifest/yaml/placeholder.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';
import { type Selected, selectorTermsOf } from '../fields/selector-fields.ts';

export const discoveryTagsRule = defineRule({
  id: 'discovery-tags',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Network',
  mistakes: [76],
  on: {
    Manifests(all, context) {
      for (const nodeClass of nodeClassesOf(all)) {
        if (nodeClass.source.origin?.tool !== 'terraform') continue;
        for (const selected of ['subnet', 'securityGroup'] as const) judge(nodeClass, selected, { all, context });
      }
    },
  },
  docs: {
    summary: 'A node class selects resources by one value of a tag, but Terraform sets the tag to another value.',
    why: 'Karpenter finds subnets and security groups by their tags. If none has the tag with exactly this value, the node class is not ready, and no NodePool that uses it launches anything. Reported only when one Terraform root creates the node class and the tagged resources, and the tag has only other values there.',
    help: 'Use the same value for the tag and the selector, for example from one local value.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms',
  },
  examples,
});

/** A tag that Terraform sets on a resource. */
interface GivenTag {
  readonly manifest: Manifest;
  readonly path: Path;
  readonly value: string;
}

interface Judging {
  readonly all: ManifestSet;
  readonly context: RuleContext;
}

function judge(nodeClass: Manifest, selected: Selected, { all, context }: Judging): void {
  const terms = selectorTermsOf(nodeClass, selected);
  const place = placeOf(nodeClass);
  for (const { tags } of terms) {
    for (const tag of tags) {
      // Modules name their resources themselves, so the files do not show these names.
      if (!tag.isKnown || tag.key === 'Name') continue;
      const given = all.manifests
        .filter((one) => placeOf(one) === place)
        .flatMap((manifest) => tagsIn(manifest, selected, tag.key));
      const [first] = given;
      if (!first || given.some(({ value }) => value === tag.value || hasPlaceholder(value))) continue;
      const what = selected === 'subnet' ? 'subnets' : 'security groups';
      context.report({
        manifest: nodeClass,
        at: nodeClass.span(tag.path),
        message: `\`${nodeClass.name}\` selects ${what} by \`${tag.key}: ${tag.value}\`, but this Terraform root sets the tag to \`${first.value}\``,
        help: 'Use the same value in both places, for example from one local value.',
        labels: [{ span: first.manifest.span(first.path), message: 'Terraform sets the tag here' }],
      });
    }
  }
}

function tagsIn(manifest: Manifest, selected: Selected, key: string): GivenTag[] {
  if (manifest.kind !== 'aws_ec2_tag')
    return tagMapsOf(manifest, selected).flatMap((path) => tagIn(manifest, path, key));
  // The resource can tag anything, and the file does not say what.
  const path = ['spec', 'value'];
  const [name, value] = [asText(manifest.get(['spec', 'key'])) ?? '', asText(manifest.get(path)) ?? unknownValue];
  return name === key || hasPlaceholder(name) ? [{ manifest, path, value: name === key ? value : unknownValue }] : [];
}

function tagIn(manifest: Manifest, path: Path, key: string): GivenTag[] {
  const tags = asMapping(manifest.get(path));
  const value = asText(tags?.[key]);
  // A map with unknown parts may contain the tag with any value.
  if (manifest.isPartial || (tags === undefined && manifest.get(path) !== undefined))
    return [unknownTag(manifest, path)];
  return value === undefined ? [] : [{ manifest, path: [...path, key], value }];
}

const unknownTag = (manifest: Manifest, path: Path): GivenTag => ({ manifest, path, value: unknownValue });

/** The fields in which a Terraform object sets the tags of subnets or security groups. */
function tagMapsOf(manifest: Manifest, selected: Selected): Path[] {
  const { kind } = manifest;
  if (kind === (selected === 'subnet' ? 'aws_subnet' : 'aws_security_group')) return [['spec', 'tags']];
  if (kind !== 'module') return [];
  const names = Object.keys(asMapping(manifest.get(['spec'])) ?? {});
  const pattern = selected === 'subnet' ? /subnet_tags$|^tags$/ : /security_group_tags$|^tags$/;
  return names.filter((name) => pattern.test(name)).map((name) => ['spec', name]);
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        terraform`
          module "vpc" {
            source = "terraform-aws-modules/vpc/aws"

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
    ],
    good: [
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
