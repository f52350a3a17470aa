import { knownTextAt } from '../../karpenter/installation/helm-releases.ts';
import { asList, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { keyAt } from '../account/volume-keys.ts';
import { accountFinding } from '../account-changes/account-finding.ts';
import { type AccountSides, isKeptObject, isRootThere, placeInBase } from '../account-changes/account-sides.ts';
import { openingsOf } from '../fields/cluster-openings.ts';
import { earlierObject } from '../fields/earlier-object.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';

/**
 * Reports keys of volumes that the change takes from node classes: an alias that Terraform removes or renames, and a key that it disables. EC2 then
 * cannot encrypt the volumes of a new instance, and terminates it.
 * Source: https://karpenter.sh/docs/troubleshooting/#node-terminates-before-ready-on-failed-encrypted-ebs-volume
 */
export function removedKeys(sides: AccountSides): Diagnostic[] {
  const { head } = sides;

  return nodeClassesOf(head.all).flatMap((nodeClass): Diagnostic[] => {
    if (head.clusterOf(nodeClass).isExample) return [];

    return asList(nodeClass.get(mappings)).flatMap((_, index): Diagnostic[] => {
      const path = [...mappings, index, 'ebs', 'kmsKeyID'];
      return [...removedAlias(nodeClass, path, sides), ...disabledKey(nodeClass, path, sides)];
    });
  });
}

const mappings: Path = ['spec', 'blockDeviceMappings'];

/** The alias that a text names: `alias/nodes`, or an ARN that ends with it. */
const aliasName = /(?:^|:)(alias\/[^:]+)$/;

function removedAlias(nodeClass: Manifest, path: Path, sides: AccountSides): Diagnostic[] {
  const { base, head } = sides;
  const name = aliasName.exec(knownTextAt(nodeClass, path) ?? '')?.[1];
  if (name === undefined) return [];

  const [first, ...others] = aliasesIn(base.manifests).filter((alias) => nameOf(alias) === name);
  if (first === undefined || others.length > 0 || isKeptObject(first, sides)) return [];
  // A root without resources has no objects.
  const isRootLeft = isRootThere(first, sides) || sides.removals?.get(first.source.file)?.isApplierGone === false;
  if (!isRootLeft) return [];

  const after = aliasesIn(head.manifests);
  const mayExist = after.some((alias) => nameOf(alias) === undefined || nameOf(alias) === name);
  if (mayExist || openingsOf(head.clusterOf(nodeClass), () => true).length > 0) return [];

  const renamed = after.find((alias) => alias.source.file === first.source.file);
  const otherName = renamed && nameOf(renamed);
  const verb = otherName === undefined ? 'removes' : `renames to ${quoted(otherName)}`;

  return [
    accountFinding({
      code: 'terraform/removes-volume-key',
      severity: 'warning',
      message: `${quoted(nodeClass.name)} encrypts volumes with ${quoted(name)}, which the change ${verb}. EC2 then terminates each new instance right after its launch`,
      span: nodeClass.span(path),
      labels: [
        renamed === undefined
          ? { span: placeInBase(first), message: 'the file that had it' }
          : { span: renamed.span(['spec', 'name']), message: 'the new name' },
      ],
      resource: nodeClass.ref,
      help:
        otherName === undefined
          ? 'Keep the alias until no node class names it.'
          : `Keep the alias, or create ${quoted(otherName)} first and then name it in the node class.`,
    }),
  ];
}

const aliasesIn = (manifests: readonly Manifest[]): readonly Manifest[] =>
  manifests.filter(({ kind }) => kind === 'aws_kms_alias');

/** The name of an alias; undefined if it is unknown. */
function nameOf(alias: Manifest): string | undefined {
  const name = knownTextAt(alias, ['spec', 'name']);
  if (name === undefined || hasPlaceholder(name)) return undefined;
  return name;
}

/** A key that a node class uses on both sides, and that the change disables. */
function disabledKey(nodeClass: Manifest, path: Path, { base, head }: AccountSides): Diagnostic[] {
  const key = keyAt(nodeClass, path, head);
  if (key?.get(enabled) !== false) return [];

  const old = earlierObject(
    key,
    base.manifests.filter(({ kind }) => kind === key.kind),
  );
  if (old === undefined || old.get(enabled) === false) return [];

  return [
    accountFinding({
      code: 'terraform/removes-volume-key',
      severity: 'warning',
      message: `${quoted(nodeClass.name)} encrypts volumes with ${quoted(`aws_kms_key.${key.name}`)}, which the change disables. EC2 then terminates each new instance right after its launch`,
      span: nodeClass.span(path),
      labels: [{ span: key.span(enabled), message: 'the key is disabled here' }],
      resource: nodeClass.ref,
      help: 'Keep the key enabled until no node class and no volume uses it.',
    }),
  ];
}

const enabled: Path = ['spec', 'is_enabled'];
