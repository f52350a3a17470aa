import type { CloudProvider } from '../../cloud-provider/cloud-provider.ts';
import { isOfKind, type NodeClassKind } from '../../cloud-provider/node-class.ts';
import { replaceValue } from '../../manifest/edit.ts';
import { groupOf, type Manifest, type Path } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { folderOf } from '../../source.ts';
import { yaml } from '../example.ts';
import { type NodeClassRef, nodeClassRefOf } from '../fields/pool-fields.ts';
import { classKinds } from '../linted-objects.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodePool, together } from '../scenes.ts';

export const nodeClassExistsRule = defineRule({
  id: 'node-class-exists',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Every object',
  mistakes: [],
  explains: ['provisioning/nodepool-not-ready'],
  on: {
    Manifests(all, context) {
      const { report, nearest, providers } = context;
      for (const classKind of providers.flatMap(classKinds)) {
        const { kind } = classKind;
        const referring = referringTo(all, classKind, providers);
        const names = namesOf(all, classKind);
        const first = referring[0];
        if (names === undefined || first === undefined) continue;
        if (names.length === 0) {
          // Once, not for every pool: the classes are kept elsewhere, which is one fact.
          report({
            manifest: first.pool,
            at: first.pool.span([...first.path, 'name']),
            severity: 'note',
            message: `No ${kind} is among these manifests, so that ${amount(referring.length)} cannot be checked`,
            help: `Review the manifests of the ${kind} together with the pools that use it.`,
          });
          continue;
        }
        const isKnown = new Set(names);
        const missing = referring
          .filter(({ name }) => !isKnown.has(name))
          .map((reference) => ({ ...reference, wanted: nearest(reference.name, names) }));
        const isExpectedHere = expectation(classKind, context);
        const isExpected = (reference: Missing): boolean => reference.wanted !== undefined || isExpectedHere(reference);
        reportElsewhere(
          missing.filter((reference) => !isExpected(reference)),
          kind,
          context,
        );
        for (const { pool, path, name, wanted } of missing.filter(isExpected)) {
          report({
            manifest: pool,
            at: pool.span([...path, 'name']),
            message: `${pool.kind} \`${pool.name}\` refers to ${kind} \`${name}\`, which is not among these manifests`,
            help: wanted ? `Did you mean \`${wanted}\`?` : `Add it, or refer to one of: ${names.join(', ')}.`,
            explains: { paths: [[...path, 'name']] },
            ...(wanted && {
              fix: {
                description: `Replace by \`${wanted}\``,
                edits: replaceValue(pool, [...path, 'name'], wanted),
              },
            }),
          });
        }
      }
    },
  },
  docs: {
    summary: 'A NodePool refers to a node class that the manifests do not have.',
    why: 'A NodePool whose EC2NodeClass does not exist is not ready (`NodeClassNotFound`) and launches nothing. Where the class comes from elsewhere, such as Terraform, a note says that the reference cannot be checked.',
    help: 'Correct the name, or add the EC2NodeClass.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecnodeclassref',
  },
  examples,
});

interface Reference {
  readonly pool: Manifest;
  readonly path: Path;
  readonly name: string;
}

interface Missing extends Reference {
  /** The class that is probably meant. */
  readonly wanted: string | undefined;
}

/** Once, not for every pool: what these pools share is kept elsewhere, such as in Terraform. */
function reportElsewhere(references: readonly Reference[], kind: string, { report }: RuleContext): void {
  const [first] = references;
  if (!first) return;
  report({
    manifest: first.pool,
    at: first.pool.span([...first.path, 'name']),
    severity: 'note',
    message: `${kind} \`${first.name}\` is not among these manifests, so that ${amount(references.length)} cannot be checked`,
    help: `Review the manifests of the ${kind} together with the pools that use it.`,
  });
}

/**
 * Whether a class that is missing ought to stand among the manifests: base has it, or classes are kept beside the pool, or
 * in a folder of their own next to the pool’s. A repository may well hold many small examples that share a class which
 * something else makes.
 */
function expectation(kind: NodeClassKind, { all, base, providers }: RuleContext): (reference: Reference) => boolean {
  const inBase = new Set(base ? classesOf(base, kind).map(({ name }) => name) : []);
  const foldersOfPools = new Set(all.manifests.filter(isPool).map(ownFolder));
  const foldersOfClasses = new Set(classesOf(all, kind).map(ownFolder));
  const around = new Set([...foldersOfClasses].filter((folder) => !foldersOfPools.has(folder)).map(folderOf));
  const users = new Map<string, Set<string>>();
  for (const { name, pool } of referringTo(all, kind, providers)) {
    users.set(name, (users.get(name) ?? new Set<string>()).add(ownFolder(pool)));
  }
  return ({ pool, name }) => {
    if (inBase.has(name)) return true;
    // What pools of several folders want and none of them has, something else makes for all of them.
    if ((users.get(name)?.size ?? 0) > 1) return false;
    const folder = ownFolder(pool);
    return foldersOfClasses.has(folder) || withParents(folder).some((parent) => around.has(parent));
  };
}

/** A folder and all that hold it, up to the root. */
function withParents(folder: string): string[] {
  const steps = folder === '' ? [] : folder.split('/');
  return ['', ...steps.map((_, depth) => steps.slice(0, depth + 1).join('/'))];
}

const ownFolder = ({ source }: Manifest): string => folderOf(source.file);

const amount = (count: number): string => (count === 1 ? 'the reference to one' : `${count} references to one`);

const isPool = ({ kind, apiVersion }: Manifest): boolean =>
  (kind === 'NodePool' || kind === 'Provisioner') && groupOf(apiVersion) === 'karpenter.sh';

const referringTo = (all: ManifestSet, kind: NodeClassKind, providers: readonly CloudProvider[]) =>
  all.manifests.filter(isPool).flatMap((pool) => {
    const reference = nodeClassRefOf(pool);
    const isMeant = reference !== undefined && refersTo(reference, kind, usualKind(pool, providers));
    return isMeant ? [{ pool, path: reference.path, name: reference.name }] : [];
  });

/** The kind that a pool means where it names none. */
const usualKind = (pool: Manifest, [first]: readonly CloudProvider[]): NodeClassKind | undefined =>
  pool.kind === 'Provisioner' ? first?.nodeTemplate : first?.nodeClasses[0];

const refersTo = ({ group, kind }: NodeClassRef, of: NodeClassKind, usual: NodeClassKind | undefined): boolean =>
  (kind ?? usual?.kind) === of.kind && (group ?? of.group) === of.group;

const classesOf = (all: ManifestSet, kind: NodeClassKind): Manifest[] =>
  all.manifests.filter((manifest) => isOfKind(manifest, kind));

/** Names of all classes of a kind, sorted; undefined where some name cannot be known. */
function namesOf(all: ManifestSet, kind: NodeClassKind): string[] | undefined {
  if (all.files.some((file) => file.isBroken)) return undefined;
  const names = classesOf(all, kind).map((manifest) => manifest.name);
  return names.some((name) => name === '' || hasPlaceholder(name)) ? undefined : [...new Set(names)].sort();
}

function examples(): RuleExamples {
  return {
    bad: [
      together(
        nodePool({ requirements: [], nodeClassRef: 'defualt' }),
        yaml`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `,
      ),
      nodePool({ requirements: [], nodeClassRef: 'default' }),
    ],
    good: [
      together(
        nodePool({ requirements: [], nodeClassRef: 'default' }),
        yaml`
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: default
        `,
      ),
    ],
  };
}
