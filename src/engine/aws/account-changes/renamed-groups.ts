import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { knownTextAt } from '../../karpenter/installation/helm-releases.ts';
import { asList, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { earlierObject } from '../fields/earlier-object.ts';
import { newCreators } from '../fields/network-resources.ts';
import { selectsNetwork } from '../fields/selector-fields.ts';
import { matchesFilter } from '../fields/tag-pattern.ts';
import { accountFinding } from './account-finding.ts';
import { type AccountSides, isRootThere } from './account-sides.ts';

/**
 * Reports terms that select a security group by its name, if Terraform gives the group another one, or deletes it. AWS cannot rename a group, so
 * Terraform creates another one. Source: https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/security_group.
 */
export function renamedGroups(sides: AccountSides): Diagnostic[] {
  const { base, head } = sides;
  const earlier = base.manifests.filter(selectsNetwork);

  return head.manifests.filter(selectsNetwork).flatMap((nodeClass) => {
    const old = earlierObject(
      nodeClass,
      earlier.filter(({ kind }) => kind === nodeClass.kind),
    );
    const cluster = head.clusterOf(nodeClass);
    if (old === undefined || nodeClass.isPartial || cluster.isExample) return [];

    const terms = ['spec', 'securityGroupSelectorTerms'];
    const count = asList(nodeClass.get(terms)).length;

    return asList(nodeClass.get(terms)).flatMap((_, index) => {
      const term = { nodeClass, path: [...terms, index, 'name'], isOnly: count === 1 };
      return lostName(term, { before: base.clusterOf(old), after: cluster }, sides);
    });
  });
}

interface NameTerm {
  readonly nodeClass: Manifest;
  readonly path: Path;
  /** Whether the class has no other term for security groups. */
  readonly isOnly: boolean;
}

interface ClusterSides {
  readonly before: ObjectCluster;
  readonly after: ObjectCluster;
}

function lostName(
  { nodeClass, path, isOnly }: NameTerm,
  { before, after }: ClusterSides,
  sides: AccountSides,
): Diagnostic[] {
  const wanted = knownTextAt(nodeClass, path);
  if (wanted === undefined) return [];

  const hadName = before.ofKind('aws_security_group').find((group) => matchesFilter(nameOf(group) ?? '', wanted));
  const mayHaveName = after.ofKind('aws_security_group').some((group) => {
    const name = nameOf(group);
    return name === undefined || matchesFilter(name, wanted);
  });
  if (hadName === undefined || mayHaveName || !isRootThere(hadName, sides)) return [];
  if (newCreators(before, after, 'securityGroup').length > 0) return [];

  const now = after.manifests.find(({ source }) => source.file === hadName.source.file);
  const address = quoted(`aws_security_group.${hadName.name}`);
  const name = now && nameOf(now);
  const cause =
    name === undefined ? `the change removes ${address}` : `the change gives ${address} the name ${quoted(name)}`;
  const outcome = isOnly ? 'Karpenter then launches no nodes with this class' : 'New nodes then lack this group';

  return [
    accountFinding({
      code: 'terraform/renames-group',
      severity: 'warning',
      message: `${quoted(nodeClass.name)} selects the security group ${quoted(wanted)} by its name, and ${cause}. ${outcome}`,
      span: nodeClass.span(path),
      labels: now === undefined ? [] : [{ span: now.span(['spec', 'name']), message: 'its other name' }],
      resource: nodeClass.ref,
      help:
        name === undefined
          ? 'Select another security group first.'
          : `Select ${quoted(name)}, or select the group by a tag.`,
    }),
  ];
}

/** The name of a security group; undefined if it is unknown, or if Terraform makes one up. */
const nameOf = (group: Manifest): string | undefined => knownTextAt(group, ['spec', 'name']);
