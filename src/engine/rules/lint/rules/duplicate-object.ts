import { objectIdentity } from '../../../files/places/object-identity.ts';
import { type ObjectPlace, objectPlace } from '../../../files/places/object-place.ts';
import { isEnvironmentName } from '../../../manifest/hints/environment-name.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { karpenterKindOf } from '../../../manifest/model/karpenter-kinds.ts';
import { asMapping, asText, groupOf, type Manifest } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { commonFileRoot, type FileRoot } from '../../../text/source.ts';
import { quotedRoot } from '../../../text/words/quoted-names.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { corrected } from '../example.ts';
import { defineRule, type RuleContext, type RuleExamples, type RuleFinding } from '../rule.ts';
import { ec2NodeClass, nodePool, together } from '../scenes.ts';

export const duplicateObjectRule = defineRule({
  id: 'duplicate-object',
  severity: 'error',
  since: '0.1.0',
  providers: 'every',
  theme: 'All objects',
  mistakes: [],
  on: { Manifests: check },
  docs: {
    summary: 'One place defines an object twice, with different content.',
    why: 'All manifests of a file, of a rendered root or of a configured environment are applied together, so the two definitions overwrite each other. The last one wins, and the other one has no effect. Kustomize refuses two files with the same object. Two files of one folder that nothing applies together may be alternatives, so they are only a note. Objects of the same name in different folders, environments or roots are different objects, and are not reported. Folders with examples are not reported either.',
    help: 'Remove one of the definitions, or rename it.',
    url: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/names/',
  },
  examples,
});

function check(all: ManifestSet, { report, settings, base }: RuleContext): void {
  const first = new Map<string, Manifest>();
  const filesBefore = new Set(base?.files.map(({ source }) => source.file));
  const isInBase = ({ source }: Manifest): boolean => filesBefore.has(source.file);

  for (const manifest of all.manifests) {
    // Values files override each other.
    if (manifest.isPartial || manifest.isInValues || manifest.name === '' || hasPlaceholder(manifest.name)) continue;

    const role = karpenterKindOf(manifest)?.role;
    const isDefinition = isOfArgo(manifest);
    if (role === 'node claim' || (role === undefined && !isDefinition)) continue;

    const place = objectPlace(manifest.source, settings.environments);
    const key = JSON.stringify([place.key, objectIdentity(manifest)]);

    const isAlternative = (candidate: Manifest): boolean =>
      place.kind === 'folder' && candidate.source.file !== manifest.source.file;

    const other = first.get(key);

    if (other === undefined) first.set(key, manifest);
    if (other === undefined || isExample(place)) continue;

    const fileRoot = other.source === manifest.source ? undefined : commonFileRoot(other.source, manifest.source);
    if (fileRoot !== undefined) {
      if (fileRoot.isKustomize || !isSame(other, manifest)) report(appliedTwice(manifest, { other, fileRoot }));
      continue;
    }

    if (isSame(other, manifest)) continue;
    if (isDefinition && isAlternative(other) && !isForSameCluster(other, manifest)) continue;

    // The one that the change adds is its cause.
    const [later, earlier] = isInBase(manifest) && !isInBase(other) ? [other, manifest] : [manifest, other];

    report({
      manifest: later,
      // Nothing says that all files of a folder are applied together.
      ...(isAlternative(other) && { severity: isDefinition ? ('warning' as const) : ('note' as const) }),
      at: later.span(['metadata', 'name']),
      message: `${manifest.kind} \`${manifest.name}\` is defined twice in ${nameOf(place)}, with different content. The definition that is applied last overwrites the other${lossText(later, earlier)}`,
      labels: [{ span: earlier.span(['metadata', 'name']), message: 'the other definition' }],
      help: 'Remove one of the two definitions, or rename one of them.',
    });
  }
}

interface Duplicate {
  readonly other: Manifest;
  readonly fileRoot: FileRoot;
}

/**
 * An object that one root applies twice. `kustomize build` fails with “may not add resource with an already registered id” (Append in
 * kustomize's api/resmap/reswrangler.go), and Argo CD applies both, one after the other.
 */
function appliedTwice(manifest: Manifest, { other, fileRoot: { root, isKustomize } }: Duplicate): RuleFinding {
  const both = `${manifest.kind} \`${manifest.name}\` is also defined in \`${other.source.file}\``;
  const effect = isKustomize
    ? `so kustomize refuses to build ${quotedRoot(root)}`
    : `and ${quotedRoot(root)} applies both files: the definition that is applied last overwrites the other`;

  return {
    manifest,
    at: manifest.span(['metadata', 'name']),
    message: `${both}, ${effect}`,
    labels: [{ span: other.span(['metadata', 'name']), message: 'the other definition' }],
    help: 'Give one of the two objects another name, or remove it.',
    ...(isKustomize && { refusedRoots: [root] }),
  };
}

/** Applications and ApplicationSets: what the first one applied is deleted when the other one takes its place. */
const isOfArgo = ({ apiVersion, kind }: Manifest): boolean =>
  groupOf(apiVersion) === 'argoproj.io' && (kind === 'Application' || kind === 'ApplicationSet');

/**
 * What goes with an ApplicationSet that another one overwrites. Its Applications have the finalizer that deletes what they applied, unless it
 * preserves that. Source: argo-cd docs/operator-manual/applicationset/Application-Deletion.md and Controlling-Resource-Modification.md.
 */
function lossText(...definitions: readonly Manifest[]): string {
  const isSure = definitions.every((manifest) => {
    const policy = asMapping(manifest.get(['spec', 'syncPolicy']));
    const isKept = policy?.preserveResourcesOnDeletion ?? policy?.applicationsSync;
    return manifest.kind === 'ApplicationSet' && isKept === undefined;
  });
  return textIf(
    isSure,
    ', and Argo CD deletes the Applications that only the other one creates, with what they applied',
  );
}

/** Whether two definitions name the same cluster. Those of one folder are often for one cluster each, with the same name in each. */
function isForSameCluster(a: Manifest, b: Manifest): boolean {
  const [destination, other] = [a, b].map((manifest) => {
    const spec = manifest.kind === 'Application' ? ['spec'] : ['spec', 'template', 'spec'];
    const [server, name] = ['server', 'name'].map((field) => asText(manifest.get([...spec, 'destination', field])));
    return server ?? name;
  });

  const isOfEnvironment = [a, b].some(({ source }) => source.file.split(/[/._-]/).some(isEnvironmentName));
  return (
    !isOfEnvironment &&
    destination !== undefined &&
    destination === other &&
    !hasPlaceholder(destination) &&
    !destination.includes('{{')
  );
}

const isSame = (a: Manifest, b: Manifest): boolean => JSON.stringify(a.object) === JSON.stringify(b.object);

/** Examples are alternatives, and nobody applies all of them. */
const isExample = ({ kind, name }: ObjectPlace): boolean =>
  kind === 'folder' && /(?:^|\/)(?:docs?|examples?|samples?|tests?|testdata|demos?|fixtures)(?:\/|$)/i.test(name);

function nameOf({ kind, name }: ObjectPlace): string {
  if (kind === 'environment') return `environment \`${name}\``;
  if (kind === 'root') return `\`${name}\``;
  if (name === '') return 'one folder';
  return `folder \`${name}\``;
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        together(
          nodePool({ requirements: ['kubernetes.io/arch In ["amd64"]'] }),
          nodePool({ requirements: ['kubernetes.io/arch In ["arm64"]'] }),
        ),
        {
          [`---
apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: default`]: `---
apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: arm`,
        },
      ),
    ],
    good: [together(nodePool(), ec2NodeClass('role: nodes'))],
  };
}
