import {
  type DefinitionRemoval,
  intended,
  type Keeping,
  undecidedKeeping,
  unintended,
} from '../../../manifest/kept-in-cluster.ts';
import { isObject, type Mapping, mappingOrEmpty, type Value } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { nameInNamespace, titleOf } from '../../../text/diagnostic.ts';
import { stringsOf } from '../repository/yaml-data.ts';
import { argoFinalizer, type Definition } from './definition.ts';

/** Whether Argo CD, Flux or Helm delete what a definition no longer applies. A value that is a placeholder says nothing. */
export function definitionRemoval(definition: Definition): DefinitionRemoval {
  switch (definition.kind) {
    case 'Application':
    case 'ApplicationSet':
      return {
        by: 'argocd',
        left: leftInApplication(definition),
        gone: goneApplication(definition),
        itself: keptBySet(definition),
        ...setOf(definition),
      };
    case 'Kustomization':
      return {
        by: 'flux',
        left: leftInKustomization(definition),
        gone: goneKustomization(definition),
        itself: undefined,
      };
    case 'HelmRelease':
      // Helm deletes what leaves a chart. A suspended release is neither upgraded nor uninstalled (helm-controller reconcileDelete).
      return { by: 'helm', left: suspended(definition), gone: suspended(definition), itself: undefined };
  }
}

/** `Application \`argocd/pools\``. */
export const namedDefinition = (definition: Pick<Definition, 'kind' | 'namespace' | 'name'>): string =>
  `${definition.kind} \`${nameInNamespace(definition)}\``;

const isUnknown = (value: Value | undefined): boolean => typeof value === 'string' && hasPlaceholder(value);

const mappingIn = (spec: Mapping, key: string): Mapping => {
  if (isObject(spec[key])) return spec[key] as Mapping;
  return {};
};

/** Argo CD deletes what left git only with automated sync and `prune` (docs/user-guide/auto_sync.md). */
function leftInApplication(definition: Definition): Keeping | undefined {
  const { syncPolicy } = definition.spec;
  const policy = mappingOrEmpty(syncPolicy);
  const { automated } = policy;

  if (isUnknown(syncPolicy) || isUnknown(automated)) return undecidedIn(definition, 'whether it prunes');

  const help = `Sync \`${definition.name}\` once with pruning (\`argocd app sync ${definition.name} --prune\`), or set \`syncPolicy.automated.prune\` to \`true\`.`;
  const title = namedDefinition(definition);
  if (!isObject(automated))
    return unintended(`${title} has no automated sync, so it deletes nothing until somebody syncs it`, help);
  if (isUnknown(automated.enabled) || isUnknown(automated.prune)) return undecidedIn(definition, 'whether it prunes');
  if (automated.enabled === false)
    return unintended(`${title} has its automated sync off (\`syncPolicy.automated.enabled: false\`)`, help);

  if (automated.prune !== true) {
    const set = automated.prune === false ? 'is `false`' : 'is not set';
    return {
      ...unintended(`${title} does not prune (\`syncPolicy.automated.prune\` ${set})`, help),
      isPruningOff: true,
    };
  }

  const option = stringsOf(policy.syncOptions)
    .map((text) => text.trim())
    .find((text) => text === 'Prune=false' || text === 'Prune=confirm');

  if (option === undefined) return undefined;
  return { ...unintended(`${title} has the sync option \`${option}\``, help), isDefault: true };
}

/** Without its finalizer, an Application leaves what it applied (docs/user-guide/app_deletion.md). */
function goneApplication(definition: Definition): Keeping | undefined {
  const { finalizers, set } = definition;
  if (set !== undefined && mappingIn(set.spec, 'syncPolicy').preserveResourcesOnDeletion === true)
    return intended(`${namedDefinition(set)} sets \`preserveResourcesOnDeletion\``);
  if (finalizers.some((finalizer) => finalizer.startsWith(argoFinalizer))) return undefined;
  if (finalizers.some(hasPlaceholder)) return undecidedIn(definition, 'whether it has a finalizer');

  return unintended(
    `${namedDefinition(definition)} has no finalizer \`${argoFinalizer}\`, so Argo CD leaves what it applied`,
    'Delete it with `kubectl delete`, or add the finalizer before you remove the Application.',
  );
}

/**
 * Policies of an ApplicationSet with which it deletes none of its Applications
 * (docs/operator-manual/applicationset/Controlling-Resource-Modification.md).
 */
const withoutDeletion: ReadonlySet<Value | undefined> = new Set(['create-only', 'create-update']);

function keptBySet({ set }: Definition): Keeping | undefined {
  const policy = set === undefined ? undefined : mappingIn(set.spec, 'syncPolicy').applicationsSync;
  if (set !== undefined && withoutDeletion.has(policy))
    return intended(`${namedDefinition(set)} deletes no Applications (\`applicationsSync: ${String(policy)}\`)`);

  return undefined;
}

/** The ApplicationSet that owns an Application, unless its name is unknown. */
function setOf({ set }: Definition): Pick<DefinitionRemoval, 'set'> {
  if (set === undefined || hasPlaceholder(nameInNamespace(set))) return {};
  return { set: titleOf(set) };
}

const undecidedIn = (definition: Definition, what: string): Keeping =>
  undecidedKeeping(`a placeholder in ${namedDefinition(definition)} decides ${what}`);

const setPrune =
  'If it should not stay, delete it with `kubectl delete`, or set `prune: true` before it leaves git. Deleting a NodePool terminates all of its nodes.';

/** Flux deletes what left git only with `prune: true`, and nothing while it is suspended. */
function leftInKustomization(definition: Definition): Keeping | undefined {
  const { prune } = definition.spec;
  if (isUnknown(prune)) return suspended(definition) ?? undecidedIn(definition, 'whether it prunes');
  if (prune === true) return suspended(definition);
  const set = prune === false ? '`prune: false`' : '`prune` is not set';
  return { ...unintended(`${namedDefinition(definition)} does not prune (${set})`, setPrune), isPruningOff: true };
}

/** `deletionPolicy` decides, by default like `prune` (kustomize-controller finalizerShouldDeleteResources). */
function goneKustomization(definition: Definition): Keeping | undefined {
  const { deletionPolicy } = definition.spec;
  if (deletionPolicy === 'Orphan') return intended(`${namedDefinition(definition)} has \`deletionPolicy: Orphan\``);
  if (deletionPolicy === 'Delete' || deletionPolicy === 'WaitForTermination') return suspended(definition);
  if (isUnknown(deletionPolicy)) return suspended(definition) ?? undecidedIn(definition, 'its `deletionPolicy`');
  return leftInKustomization(definition);
}

function suspended(definition: Definition): Keeping | undefined {
  const { suspend } = definition.spec;
  if (isUnknown(suspend)) return undecidedIn(definition, 'whether it is suspended');
  if (suspend === true)
    return unintended(
      `${namedDefinition(definition)} is suspended`,
      'Resume it, or delete the object with `kubectl delete`.',
    );

  return undefined;
}
