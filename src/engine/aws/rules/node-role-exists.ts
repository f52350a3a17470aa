import { isDistinctive } from '../../files/clusters/cluster-names.ts';
import { comparedEnvironment } from '../../files/places/compared-environment.ts';
import { knownTextAt } from '../../karpenter/installation/helm-releases.ts';
import { isEnvironmentName } from '../../manifest/hints/environment-name.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { corrected, terraform } from '../../rules/lint/example.ts';
import { isSameRoot, whyRelated } from '../../rules/lint/fields/why-related.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass, kubectlManifest } from '../../rules/lint/scenes.ts';
import { has, seenIn } from '../../text/evidence.ts';
import { editDistance } from '../../text/nearest.ts';
import { textIf } from '../../text/words/text-if.ts';
import { type CreatedRole, createdRoles, nodeInputs } from '../fields/created-roles.ts';
import { grantedNames } from '../fields/node-access.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';
import { clusterTagsOf, selectorTermsOf } from '../fields/selector-fields.ts';

export const nodeRoleExistsRule = defineRule({
  id: 'node-role-exists',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'IAM and cluster access',
  mistakes: [68],
  on: {
    Manifests(all, context) {
      for (const nodeClass of nodeClassesOf(all))
        for (const field of ['role', 'instanceProfile'] as const) judge(nodeClass, field, context);
    },
  },
  docs: {
    summary:
      'A node class names a role or instance profile that is almost the one that the files create, or that of the cluster of another environment.',
    why: 'Karpenter launches nodes only with a role or instance profile that exists. If the name has a typing mistake, or is that of another environment, the node class is not ready, or its nodes cannot join the cluster. Karpenter’s Terraform module also adds a random suffix to the name of the role by default. Reported only when the files of the cluster create the role and its name is known. A completely different name may be that of a role from elsewhere. Also reported if the name ends with that of the cluster in another environment.',
    help: 'Use the name of the role that the files create. With Karpenter’s module, set `node_iam_role_use_name_prefix = false`, or refer to the output `node_iam_role_name`.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specrole',
  },
  examples,
});

type Field = 'role' | 'instanceProfile';

const nouns: Readonly<Record<Field, string>> = { role: 'role', instanceProfile: 'instance profile' };

/** A node class that names a role or an instance profile, and those of this kind that the files create. */
interface Naming {
  readonly nodeClass: Manifest;
  readonly field: Field;
  readonly written: string;
  readonly created: readonly CreatedRole[];
}

function judge(nodeClass: Manifest, field: Field, context: RuleContext): void {
  const written = knownTextAt(nodeClass, ['spec', field]);
  if (nodeClass.isPartial || written === undefined || /[:/]/.test(written)) return;
  // A role that can join some cluster exists, whoever creates it.
  if (has(grantedNames(context), (name) => name === written) !== false) return;

  const { roles, profiles } = createdRoles(context.clusterOf(nodeClass));
  const [same, another] = field === 'role' ? [roles, profiles] : [profiles, roles];
  if (has(same, (role) => role.canBeNamed(written)) !== false) return;

  const [created, others] = [seenIn(same), seenIn(another)];
  if (reportOtherCluster({ nodeClass, field, written }, context)) return;

  const naming = { nodeClass, field, written, created };
  const prefixed = created.find(({ prefix }) => prefix === written || prefix === `${written}-`);
  if (prefixed) reportPrefix(naming, prefixed, context);
  else reportNearMiss(naming, others, context);
}

/** The names of clusters in the selectors of a node class. */
const clustersOf = (nodeClass: Manifest): readonly string[] =>
  (['subnet', 'securityGroup'] as const)
    .flatMap((selected) => selectorTermsOf(nodeClass, selected))
    .flatMap(clusterTagsOf)
    .flatMap(({ cluster, tag }) => (tag.isKnown ? [cluster] : []));

/** Reports a role or profile that is named after the cluster of another environment, as `KarpenterNodeRole-shop-dev` for the cluster `shop-prod`. */
function reportOtherCluster({ nodeClass, field, written }: Omit<Naming, 'created'>, { report }: RuleContext): boolean {
  const [cluster = '', another] = new Set(clustersOf(nodeClass));
  const other = wordsOf(written).slice(-wordsOf(cluster).length).join('-');
  const [theirs, mine] = differingWords(other, wordsOf(cluster).join('-')) ?? [];

  if (another !== undefined || theirs === undefined || ![mine!, theirs].every(isEnvironmentName)) return false;
  if (comparedEnvironment(theirs) === comparedEnvironment(mine!)) return false;

  report({
    manifest: nodeClass,
    at: nodeClass.span(['spec', field]),
    message: `The ${nouns[field]} \`${written}\` is named after \`${other}\`, but \`${nodeClass.name}\` selects resources of the cluster \`${cluster}\``,
    help: `Use the ${nouns[field]} of \`${cluster}\`, so that nodes of one cluster get no rights in the other.`,
  });

  return true;
}

function reportPrefix({ nodeClass, field, written }: Naming, created: CreatedRole, context: RuleContext): void {
  const { manifest, path } = created;
  const isModule = manifest.kind === 'module';
  const address = isModule ? `module.${manifest.name}` : `${manifest.kind}.${manifest.name}`;

  const outputName = () => {
    if (isModule) {
      if (field === 'role') return 'node_iam_role_name';
      return 'instance_profile_name';
    }
    return 'name';
  };

  const output = outputName();
  const reference = textIf(isSameRoot(nodeClass, manifest), `, or refer to \`${address}.${output}\``);

  const help = () => {
    if (isModule) return `Set \`${nodeInputs(manifest).usesPrefix} = false\` in \`${address}\`${reference}.`;
    return `Set \`name = "${written}"\` instead of \`name_prefix\` in \`${address}\`${reference}.`;
  };

  context.report({
    manifest: nodeClass,
    at: nodeClass.span(['spec', field]),
    message: `\`${nodeClass.name}\` uses the ${nouns[field]} \`${written}\`, but Terraform adds a suffix to this name, so there is no ${nouns[field]} with exactly this name`,
    help: help(),
    labels: [
      {
        span: manifest.span(path),
        message: `the beginning of its name${whyRelated(nodeClass, manifest, context)}`,
      },
    ],
  });
}

function reportNearMiss(naming: Naming, others: readonly CreatedRole[], context: RuleContext): void {
  const { nodeClass, field, written, created } = naming;
  const environment = context.clusterOf(nodeClass).environment ?? '';
  const isElsewhere = context.all.manifests.some(
    (manifest) => manifest.kind === 'aws_iam_role' && knownTextAt(manifest, ['spec', 'name']) === written,
  );
  const named = created.filter(({ name }) => name !== undefined);
  const isOther = others.some(({ name }) => name === written);

  const meant = named.filter(
    ({ name }) =>
      isOther ||
      (!isElsewhere && isMisspelled(written, name!)) ||
      (isOfOther(environment, { written, name: name! }) && !isNamedFor(nodeClass, written, name!)),
  );

  const [only] = meant;

  if (!only || new Set(meant.map(({ name }) => name)).size > 1) return;

  const alternative = field === 'role' ? 'an instance profile' : 'a role';

  const message = () => {
    if (isOther)
      return `\`${written}\` is the name of ${alternative}. The ${nouns[field]} that ${only.tool} creates is named \`${only.name}\``;
    return `\`${nodeClass.name}\` uses the ${nouns[field]} \`${written}\` instead of \`${only.name}\`, which ${only.tool} creates`;
  };

  context.report({
    manifest: nodeClass,
    at: nodeClass.span(['spec', field]),
    message: message(),
    help: `Set \`${field}: ${only.name}\`.`,
    labels: [
      {
        span: only.manifest.span(only.path),
        message: `the ${nouns[field]}${whyRelated(nodeClass, only.manifest, context)}`,
      },
    ],
  });
}

const wordsOf = (name: string): string[] => name.split(/[-_.,+=@]/);

/** The only pair of words in which two names differ. Undefined if they differ in several, or in the number of words. */
function differingWords(a: string, b: string): readonly [string, string] | undefined {
  const [mine, theirs] = [wordsOf(a), wordsOf(b)];
  if (mine.length !== theirs.length) return undefined;
  const different = mine.flatMap((word, i) => {
    if (word === theirs[i]) return [];
    return [[word, theirs[i]!] as const];
  });
  if (different.length === 1) return different[0];
  return undefined;
}

/** Whether a name differs from another one only in case, in its punctuation or in one letter of a word: `node` and `nodes`. */
export function isMisspelled(written: string, name: string): boolean {
  const [mine, theirs] = [written, name].map((text) => wordsOf(text.toLowerCase()));
  if (mine!.join('') === theirs!.join('')) return true;
  const words = differingWords(written.toLowerCase(), name.toLowerCase());
  if (words === undefined) return false;
  const isPlural = words[0] === `${words[1]}s` || words[1] === `${words[0]}s`;
  return isPlural || (!words.some(isDistinctive) && editDistance(...words) === 1);
}

/** Whether the node class or its file is named for the environment of the role, which then says more than where the file is. */
function isNamedFor(nodeClass: Manifest, written: string, created: string): boolean {
  const [mine = ''] = differingWords(written, created) ?? [];
  const file = nodeClass.span([]).file.split('/').at(-1)!;
  return [...wordsOf(nodeClass.name), ...wordsOf(file)].some(
    (word) => comparedEnvironment(word) === comparedEnvironment(mine),
  );
}

/** Whether a name is that of another environment, and the created one that of the environment of the cluster. */
function isOfOther(
  environment: string,
  { written, name }: { readonly written: string; readonly name: string },
): boolean {
  const [mine, theirs] = differingWords(written, name) ?? [];
  if (mine === undefined || theirs === undefined || ![mine, theirs].every(isEnvironmentName)) return false;
  const ofCluster = comparedEnvironment(environment).split('-');
  return ofCluster.includes(comparedEnvironment(theirs)) && !ofCluster.includes(comparedEnvironment(mine));
}

function examples(): RuleExamples {
  const withModule = (inputs: string, role: string) => terraform`
    module "karpenter" {
      source  = "terraform-aws-modules/eks/aws//modules/karpenter"
      version = "~> 21.0"

      cluster_name = "orders"
      ${inputs}
    }

    ${kubectlManifest('default', ec2NodeClass(`role: ${role}`))}
  `;

  return {
    bad: [
      corrected(
        withModule('', 'Karpenter-orders'),
        { 'cluster_name = "orders"': 'cluster_name = "orders"\nnode_iam_role_use_name_prefix = false' },
        { 'role: Karpenter-orders': 'role: ${module.karpenter.node_iam_role_name}' },
      ),
      corrected(
        terraform`
          resource "aws_iam_role" "nodes" {
            name = "KarpenterNodeRole-orders"
          }

          ${kubectlManifest('default', ec2NodeClass('role: KarpenterNodesRole-orders'))}
        `,
        { 'role: KarpenterNodesRole-orders': 'role: KarpenterNodeRole-orders' },
      ),
      corrected(
        terraform`
          resource "aws_iam_role" "nodes" {
            name = "KarpenterNodeRole-orders"
          }

          resource "aws_iam_instance_profile" "nodes" {
            name = "KarpenterNodeInstanceProfile-orders"
            role = aws_iam_role.nodes.name
          }

          ${kubectlManifest('default', ec2NodeClass('instanceProfile: KarpenterNodeRole-orders'))}
        `,
        { 'instanceProfile: KarpenterNodeRole-orders': 'instanceProfile: KarpenterNodeInstanceProfile-orders' },
      ),
    ],
    good: [
      withModule('node_iam_role_use_name_prefix = false', 'Karpenter-orders'),
      withModule('node_iam_role_name = var.role', 'Karpenter-orders'),
      withModule('', 'KarpenterNodeRole-of-another-team'),
      terraform`
        resource "aws_iam_role" "nodes" {
          name = "KarpenterNodeRole-orders-1"
        }

        ${kubectlManifest('default', ec2NodeClass('role: KarpenterNodeRole-orders-2'))}
      `,
    ],
  };
}
