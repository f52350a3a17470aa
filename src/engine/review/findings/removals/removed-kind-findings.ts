import { type RemovedKind, removedKinds } from '../../../changes/diff/removed-containers.ts';
import { manifestDefinition } from '../../../files/sources/gitops/definition.ts';
import { definitionRemoval } from '../../../files/sources/gitops/definition-removal.ts';
import type { Removals } from '../../../manifest/kept-in-cluster.ts';
import { isOfKarpenter } from '../../../manifest/model/karpenter-kinds.ts';
import type { Diagnostic } from '../../../text/diagnostic.ts';
import { byCount } from '../../../text/words/plural.ts';
import { firstNames, quoted } from '../../../text/words/quoted-names.ts';
import { textIf } from '../../../text/words/text-if.ts';
import type { Context } from '../../context/context.ts';
import { mayShareCluster } from './removed-namespace-findings.ts';

/** A finding for each definition of a kind that the change takes out of git while objects of the kind stay. Karpenter's kinds have their own. */
export function removedKindFindings(
  { paired, written, settings }: Pick<Context, 'paired' | 'written' | 'settings'>,
  removals: Removals | undefined,
): Diagnostic[] {
  const facts = { head: written.manifests, removals, mayBeOneCluster: mayShareCluster(settings) };
  return removedKinds(paired, facts)
    .filter(({ objects }) => !isOfKarpenter(objects[0]))
    .map(findingOf);
}

function findingOf({ manifest, objects, isPruned }: RemovedKind): Diagnostic {
  const [first] = objects;
  const { kind } = first;
  const names = firstNames(objects.map(({ name }) => quoted(name)));
  const crd = `the definition ${quoted(manifest.name)}`;
  const applied = textIf(
    objects.some(deletesItsObjects),
    `, with what ${byCount(objects.length, 'it', 'they')} applied`,
  );

  const message = () => {
    if (isPruned) return `The change deletes ${crd}. The API server then deletes each ${kind}, also ${names}${applied}`;
    return `${kind} ${names} ${byCount(objects.length, 'is', 'are')} deleted if something prunes ${crd}, which the change takes out of git${applied}`;
  };

  return {
    code: 'render/deletes-kind',
    severity: isPruned ? 'error' : 'warning',
    message: message(),
    span: first.span(['kind']),
    labels: [],
    resource: first.ref,
    help: `Keep the CustomResourceDefinition in git while something of its kind is there.`,
    isChanged: true,
  };
}

/** Whether an object of Argo CD or Flux deletes what it applied when it is deleted. */
function deletesItsObjects(manifest: RemovedKind['manifest']): boolean {
  const definition = manifestDefinition(manifest);
  return definition !== undefined && definitionRemoval(definition).gone === undefined;
}
