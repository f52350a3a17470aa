import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { groupOf, type Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass } from '../../rules/lint/scenes.ts';
import {
  type ClusterTag,
  clusterNameInTag,
  clusterTagsOf,
  nameTag,
  type Selected,
  selectorTermsOf,
  type TagTerm,
} from '../fields/selector-fields.ts';

const discovery = 'karpenter.sh/discovery';
const both: readonly Selected[] = ['subnet', 'securityGroup'];
const plural: Readonly<Record<Selected, string>> = { subnet: 'subnets', securityGroup: 'security groups' };

export const discoverySelectorsRule = defineRule({
  id: 'discovery-selectors',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws', 'eks-auto-mode'],
  theme: 'Network',
  mistakes: [76, 77],
  on: { NodeClass: check, NodeTemplate: check, Provisioner: check },
  docs: {
    summary: 'A node class selects its subnets and security groups by tags that do not fit together.',
    why: 'Karpenter uses every subnet and security group that the selector terms find. Terms that name different clusters find subnets of one VPC and security groups of another, so every launch fails. Terms that name no cluster may find subnets or security groups that belong to somebody else, and `*` matches those of every VPC.',
    help: 'Select both by the same cluster tag, such as `karpenter.sh/discovery`, as the other node classes in the repository do.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms',
  },
  examples,
});

function check(manifest: Manifest, context: RuleContext): void {
  if (manifest.isPartial) return;
  const open = both.filter((selected) => reportEvery(manifest, selected, context));
  // Examples of EKS Auto Mode select subnets by their role.
  if (manifest.kind === 'NodeClass' || reportDifferentClusters(manifest, context)) return;
  for (const selected of both) if (!open.includes(selected)) reportMissing(manifest, selected, context);
}

/** Reports a term that matches everything with a tag, or every security group. */
function reportEvery(manifest: Manifest, selected: Selected, { report }: RuleContext): boolean {
  for (const { path, tags, hasOther } of selectorTermsOf(manifest, selected)) {
    const name = [...path, 'name'];
    const isEveryName = manifest.get(name) === '*';
    // The key of an ownership tag names a cluster.
    const isEveryTag =
      !hasOther && tags.every(({ key, value }) => value === '*' && !key.startsWith('kubernetes.io/cluster/'));
    const [first] = tags;

    if (!isEveryName && !(isEveryTag && first)) continue;

    const [at, written] = isEveryName ? [name, 'name: "*"'] : [first!.path, `${first!.key}: "*"`];
    const ofClusters = first && clusterNameInTag(first.key, '*') !== undefined;

    const scope = ofClusters ? 'cluster' : 'VPC';

    report({
      at: manifest.keySpan(at),
      message: `\`${written}\` selects ${plural[selected]} of every ${scope} in the account`,
      help: `Select the ${plural[selected]} of one cluster: replace \`*\` with a name, or use a tag such as \`${discovery}\` with the name of the cluster.`,
    });

    return true;
  }

  return false;
}

const clusterTags = (manifest: Manifest, selected: Selected): ClusterTag[] =>
  selectorTermsOf(manifest, selected).flatMap(clusterTagsOf);

/** Reports subnets of one cluster with security groups of another. */
function reportDifferentClusters(manifest: Manifest, { report }: RuleContext): boolean {
  const [subnets, groups] = both.map((selected) => clusterTags(manifest, selected));

  for (const group of groups!) {
    const sameScheme = subnets!.filter((subnet) => subnet.scheme === group.scheme);
    const comparable = [...sameScheme, ...groups!.filter(({ scheme }) => scheme === group.scheme)];
    if (sameScheme.length === 0 || !comparable.every(({ tag }) => tag.isKnown)) continue;

    // For a class `gpu` of the cluster `production`, `production-gpu` is a separate group and not another cluster.
    const clusters = new Set(sameScheme.flatMap(({ cluster }) => [cluster, `${cluster}-${manifest.name}`]));
    if (groups!.some((other) => other.scheme === group.scheme && clusters.has(other.cluster))) continue;

    const subnet = sameScheme[0]!;

    report({
      at: manifest.span(group.tag.path),
      message: `\`${manifest.name}\` selects security groups of cluster \`${group.cluster}\` but subnets of cluster \`${subnet.cluster}\``,
      labels: [{ span: manifest.span(subnet.tag.path), message: 'this value selects the subnets' }],
      help: helpForOneCluster(group),
    });

    return true;
  }

  return false;
}

function helpForOneCluster({ scheme, tag: { key } }: ClusterTag): string {
  if (scheme === nameTag) return 'Select the subnets and the security groups of one cluster.';
  const tagKey = scheme.endsWith('…') ? scheme : key;
  return `Select both by the same \`${tagKey}\` tag.`;
}

/** Reports terms that name no cluster although other terms of the class, or other classes, do. */
function reportMissing(manifest: Manifest, selected: Selected, { report, all, clusterOf }: RuleContext): void {
  const terms = selectorTermsOf(manifest, selected);
  const named = both.flatMap((other) => selectorTermsOf(manifest, other)).flatMap(namesOfClusters);
  const { name: ownCluster = '' } = clusterOf(manifest);
  const clusters = new Set([...named.map(({ cluster }) => cluster), ownCluster]);
  // The default values of a chart leave the name to those who install it.
  if (manifest.source.origin?.isGuessed && named.some(({ cluster }) => cluster === '')) return;

  const unnamed = terms.filter(
    (term) =>
      term.tags.length > 0 && !term.hasOther && namesOfClusters(term).length === 0 && !isNamedAfter(term, clusters),
  );

  if (unnamed.length === 0 || unnamed.some(({ tags }) => tags.some((tag) => !tag.isKnown && !tag.value.includes('*'))))
    return;

  const { classes, naming } = classesOf(all);
  const others = classes.length - (classes.includes(manifest) ? 1 : 0);
  const namingOthers = naming[selected].length - (naming[selected].includes(manifest) ? 1 : 0);
  // If no other class names a cluster either, this repository selects by other tags on purpose.
  if (others > 0 && namingOthers === 0) return;

  const example = naming[selected].find((other) => other !== manifest);
  const clusterTag = named.find((tag) => isOn(selected, tag) && isOfUsers(tag));

  const scheme =
    clusterTag?.scheme ??
    (example && clusterTags(example, selected).find((tag) => isOn(selected, tag) && isOfUsers(tag))?.scheme) ??
    discovery;

  const isConvention =
    clusterTag !== undefined || (!named.some((tag) => isOn(selected, tag)) && others > 0 && namingOthers === others);

  report({
    at: manifest.keySpan(unnamed[0]!.tags[0]!.path),
    ...(!isConvention && { severity: 'note' as const }),
    message: `\`${manifest.name}\` selects ${plural[selected]} by tags that name no cluster${reason(clusterTag, example)}`,
    help: `Add the tag \`${scheme}\` to these terms, so that they do not select resources of other clusters in the account.`,
  });
}

/** The tags of a term that name a cluster, and not every one. */
const namesOfClusters = (term: TagTerm): ClusterTag[] => clusterTagsOf(term).filter(({ cluster }) => cluster !== '*');

/** AWS puts this tag on what EKS creates: on security groups, never on subnets. */
const isOn = (selected: Selected, { scheme }: ClusterTag): boolean =>
  selected === 'securityGroup' || scheme !== 'aws:eks:cluster-name';

/** Whether users can set a tag so that it names a cluster. They cannot add `aws:eks:cluster-name` to security groups of their own. */
const isOfUsers = ({ scheme }: ClusterTag): boolean => scheme !== 'aws:eks:cluster-name' && scheme !== nameTag;

/**
 * Whether a tag such as `Name: production-node` contains the name of the cluster, or of one that other terms of the class name. It may stand in the
 * key, and what a template fills in may be called like it: `{{ .Values.clusterName }}-node`.
 */
const isNamedAfter = ({ tags }: TagTerm, clusters: ReadonlySet<string>): boolean =>
  tags.some(({ key, value }) => [key, value].some((text) => isFilledWithCluster(text) || hasOneOf(text, clusters)));

const isFilledWithCluster = (text: string): boolean => hasPlaceholder(text) && /cluster/i.test(text);

const hasOneOf = (text: string, clusters: ReadonlySet<string>): boolean =>
  [...clusters].some((cluster) => hasWord(text, cluster));

const hasWord = (text: string, word: string): boolean => {
  const at = word === '' ? -1 : text.indexOf(word);
  return at >= 0 && !/[a-z0-9]/i.test(text.charAt(at - 1)) && !/[a-z0-9]/i.test(text.charAt(at + word.length));
};

function reason(clusterTag: ClusterTag | undefined, example: Manifest | undefined): string {
  if (clusterTag) return `, although its other terms use \`${clusterTag.scheme}\``;
  if (example) return `, although node class \`${example.name}\` names one`;
  return '';
}

const isClass = ({ kind, apiVersion }: Manifest): boolean =>
  (kind === 'EC2NodeClass' || kind === 'AWSNodeTemplate') && groupOf(apiVersion) === 'karpenter.k8s.aws';

/** The classes of a set that have selectors, and those that name a cluster. Kept, because the check of every class needs them. */
interface Classes {
  readonly classes: readonly Manifest[];
  readonly naming: Readonly<Record<Selected, readonly Manifest[]>>;
}

const cache = new WeakMap<ManifestSet, Classes>();

function classesOf(all: ManifestSet): Classes {
  const before = cache.get(all);
  if (before) return before;

  const classes = all.manifests.filter(
    (manifest) => isClass(manifest) && both.some((selected) => selectorTermsOf(manifest, selected).length > 0),
  );

  const naming = (selected: Selected): Manifest[] =>
    classes.filter((manifest) => clusterTags(manifest, selected).some(({ scheme }) => scheme !== nameTag));

  const result: Classes = {
    classes,
    naming: { subnet: naming('subnet'), securityGroup: naming('securityGroup') },
  };

  cache.set(all, result);

  return result;
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        ec2NodeClass(yaml`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: staging
        `),
        { staging: 'production' },
      ),
      corrected(
        ec2NodeClass(yaml`
          subnetSelectorTerms:
            - tags:
                Name: "*private*"
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
        `),
        { 'Name: "*private*"': 'Name: "*private*"\nkarpenter.sh/discovery: production' },
      ),
      corrected(
        ec2NodeClass(yaml`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: "*"
        `),
        { '"*"': 'production' },
      ),
      corrected(
        ec2NodeClass(yaml`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - name: "*"
        `),
        { '"*"': 'production-node' },
      ),
    ],
    good: [
      ec2NodeClass(yaml`
        subnetSelectorTerms:
          - tags:
              Name: production-private*
        securityGroupSelectorTerms:
          - tags:
              karpenter.sh/discovery/production: production
      `),
      ec2NodeClass(yaml`
        subnetSelectorTerms:
          - tags:
              Name: "{{ .Values.clusterName }}-private*"
        securityGroupSelectorTerms:
          - tags:
              karpenter.sh/discovery: "{{ .Values.clusterName }}"
      `),
      ec2NodeClass(yaml`
        subnetSelectorTerms:
          - tags:
              team/production: shared
        securityGroupSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
      `),
      ec2NodeClass(yaml`
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
        securityGroupSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
      `),
      ec2NodeClass(
        yaml`
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: production-gpu
        `,
        'gpu',
      ),
      ec2NodeClass(yaml`
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: production
        securityGroupSelectorTerms:
          - tags:
              Name: production-node
      `),
      ec2NodeClass(
        yaml`
          subnetSelectorTerms:
            - tags:
                KubernetesCluster: demo1.k8s.local
          securityGroupSelectorTerms:
            - tags:
                Name: nodes.demo1.k8s.local
                KubernetesCluster: demo1.k8s.local
        `,
        'kops',
      ),
    ],
  };
}
