import { manifestDefinition } from '../../../files/sources/gitops/definition.ts';
import { definitionRemoval } from '../../../files/sources/gitops/definition-removal.ts';
import { annotationOf } from '../../../manifest/annotations.ts';
import { removeEntry } from '../../../manifest/edit.ts';
import { hookOfArgo, hookOfHelm } from '../../../manifest/hooks.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { asText, groupOf, type Manifest, type Path } from '../../../manifest/model/manifest.ts';
import { forcedBy } from '../../../manifest/recreation.ts';
import { firstNames, quoted } from '../../../text/words/quoted-names.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { corrected, type Example, yaml } from '../example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';

export const recreatedByHookRule = defineRule({
  id: 'recreated-by-hook',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Disruption',
  mistakes: [],
  on: {
    NodePool: judge,
    NodeClass: judge,
    Manifests: judgeContainers,
  },
  docs: {
    summary:
      'Annotations make Helm or Argo CD delete an object and create it again: a NodePool, a node class, or something with which others are deleted.',
    why: 'A hook is deleted before it is created again, unless its deletion policy says otherwise: by Helm at each upgrade, by Argo CD at each sync. With `Force=true` and `Replace=true`, Argo CD replaces an object by deletion if it cannot be updated. If a NodePool is deleted, Karpenter deletes all of its nodes. The deletion of an EC2NodeClass waits until no node uses it. A Namespace is deleted with everything in it, a CRD with all objects of its kind, and an Application, Kustomization or HelmRelease with what it applied. It is an error where the hook certainly runs: for annotations of Argo CD, and in charts.',
    help: 'Remove the annotations. To create objects in an order, use sync waves, or a release of their own.',
    url: 'https://helm.sh/docs/topics/charts_hooks/#hook-deletion-policies',
  },
  examples,
});

/** An annotation that makes something recreate its object. */
interface Recreation {
  readonly key: string;
  /** `Helm deletes NodePool \`default\` before each upgrade`: the beginning of the message. */
  readonly who: string;
  readonly when: string;
  readonly isCertain: boolean;
}

function judge(manifest: Manifest, { report }: RuleContext): void {
  const recreation = byHook(manifest) ?? byReplacement(manifest);
  if (recreation === undefined) return;

  const { who, when } = recreation;
  const what = `${manifest.kind} ${quoted(manifest.name)}`;

  const message = () => {
    if (manifest.kind === 'NodePool') return `${who} deletes ${what} with all of its nodes ${when}`;
    return `${who} deletes ${what} ${when}. That waits until no node uses it`;
  };

  reportRecreation(manifest, { recreation, message: message() }, report);
}

/** Objects of other kinds with which others are deleted. */
function judgeContainers(all: ManifestSet, { report, clusterOf }: RuleContext): void {
  for (const manifest of all.manifests) {
    const recreation = byHook(manifest) ?? byReplacement(manifest);
    if (recreation === undefined || manifest.isPartial) continue;

    const contents = deletedWith(manifest, () => clusterOf(manifest).manifests);
    if (contents === undefined) continue;

    const { who, when } = recreation;
    const message = `${who} deletes ${manifest.kind} ${quoted(manifest.name)} with ${contents} ${when}`;
    reportRecreation(manifest, { recreation, message }, report);
  }
}

/** What is deleted with an object, for people; undefined if nothing is. `others`: the objects of its cluster. */
function deletedWith(manifest: Manifest, others: () => readonly Manifest[]): string | undefined {
  const { kind, apiVersion, name } = manifest;
  const namesOf = (content: readonly Manifest[]): string =>
    firstNames(content.map((object) => `${object.kind} ${quoted(object.name)}`).sort());

  if (kind === 'Namespace' && apiVersion === 'v1') {
    const content = others().filter((object) => object.namespace === name && object.name !== '');
    return `everything in it${textIf(content.length > 0, `, also ${namesOf(content)},`)}`;
  }

  if (kind === 'CustomResourceDefinition') {
    const defined = asText(manifest.get(['spec', 'names', 'kind']));
    const group = asText(manifest.get(['spec', 'group']));
    if (defined === undefined || group === undefined) return 'all objects of its kind';
    const content = others().filter((object) => object.kind === defined && groupOf(object.apiVersion) === group);
    return `all objects of kind ${defined}${textIf(content.length > 0, `, also ${namesOf(content)},`)}`;
  }

  const definition = manifestDefinition(manifest);
  if (definition === undefined || definitionRemoval(definition).gone !== undefined) return undefined;
  return 'everything that it applied';
}

/** Reports an annotation, with a fix unless others of its options have to stay. */
function reportRecreation(
  manifest: Manifest,
  { recreation: { key, isCertain }, message }: { readonly recreation: Recreation; readonly message: string },
  report: RuleContext['report'],
): void {
  const isReplaced = key === replacing;
  const keys = [key, ...policies].filter((name) => annotationOf(manifest, name) !== undefined);

  report({
    manifest,
    at: manifest.keySpan(pathOf(key)),
    ...(isCertain && { severity: 'error' as const }),
    message,
    help: isReplaced
      ? 'Remove `Force=true` from the sync options.'
      : `Remove ${keys.map((name) => `\`${name}\``).join(', ')}.`,
    ...(!isReplaced && {
      fix: {
        description: `Remove \`${key}\``,
        edits: keys.flatMap((name) => removeEntry(manifest, pathOf(name))),
      },
    }),
  });
}

/** The annotation with options for one object. */
const replacing = 'argocd.argoproj.io/sync-options';

/** Annotations that only say when a hook is deleted, and in which order hooks run. */
const policies = ['helm.sh/hook-delete-policy', 'helm.sh/hook-weight', 'argocd.argoproj.io/hook-delete-policy'];

const pathOf = (key: string): Path => ['metadata', 'annotations', key];

function byHook(manifest: Manifest): Recreation | undefined {
  const hook = [hookOfHelm(manifest), hookOfArgo(manifest)].find((candidate) => candidate?.isDeleted === true);
  if (hook === undefined) return undefined;

  const { key, tool: who, when } = hook;
  return { key, who, when, isCertain: who === 'Argo CD' || isOfChart(manifest) };
}

function byReplacement(manifest: Manifest): Recreation | undefined {
  const forced = forcedBy(manifest);
  if (forced?.isEachTime !== true) return undefined;
  return {
    key: forced.key,
    who: forced.tool,
    when: 'whenever it differs from git, and creates it again',
    isCertain: false,
  };
}

const isOfChart = ({ source: { file, origin } }: Manifest): boolean =>
  origin === undefined ? /(?:^|\/)templates\//.test(file) : file.includes('(helm template');

const annotated = (annotations: string): Example => yaml`
  apiVersion: karpenter.sh/v1
  kind: NodePool
  metadata:
    name: default
    annotations:
      ${annotations}
  spec:
    limits:
      cpu: 100
    template:
      spec:
        requirements: []
`;

function examples(): RuleExamples {
  return {
    bad: [
      annotated('helm.sh/hook: post-install,post-upgrade\nhelm.sh/hook-weight: "5"'),
      annotated('argocd.argoproj.io/hook: PostSync'),
      corrected(annotated('argocd.argoproj.io/sync-options: Force=true,Replace=true'), { 'Force=true,': '' }),
    ],
    good: [
      annotated('helm.sh/hook: post-install'),
      annotated('helm.sh/hook: post-install,post-upgrade\nhelm.sh/hook-delete-policy: hook-failed'),
      annotated('argocd.argoproj.io/hook: Skip'),
      annotated('argocd.argoproj.io/sync-wave: "2"'),
      annotated('argocd.argoproj.io/sync-options: Replace=true'),
    ],
  };
}
