import { type RemovedNamespace, removedNamespaces } from '../../../changes/diff/removed-containers.ts';
import { objectPlace } from '../../../files/places/object-place.ts';
import type { Removals } from '../../../manifest/kept-in-cluster.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../../text/diagnostic.ts';
import { byCount, plural } from '../../../text/words/plural.ts';
import { firstNames, quoted } from '../../../text/words/quoted-names.ts';
import type { Context } from '../../context/context.ts';

/** A finding for each Namespace that the change takes out of git while workloads stay in it, at the first of them. */
export function removedNamespaceFindings(
  { paired, written, settings }: Pick<Context, 'paired' | 'written' | 'settings'>,
  removals: Removals | undefined,
): Diagnostic[] {
  const mayBeOneCluster = mayShareCluster(settings);
  return removedNamespaces(paired, { head: written.manifests, removals, mayBeOneCluster }).map(findingOf);
}

/** Whether nothing says that two objects are of different environments. */
export function mayShareCluster({ environments }: Context['settings']): (one: Manifest, other: Manifest) => boolean {
  const environmentOf = ({ source }: Manifest): string | undefined => objectPlace(source, environments).environment;

  return (object, other) => {
    const [here, there] = [environmentOf(object), environmentOf(other)];
    return here === undefined || there === undefined || here === there;
  };
}

function findingOf({ manifest, content, isPruned }: RemovedNamespace): Diagnostic {
  const [first] = content;
  const names = firstNames(content.map(({ kind, name }) => `${kind} ${quoted(name)}`));
  const name = `Namespace ${quoted(manifest.name)}`;

  const message = () => {
    if (isPruned)
      return `The change deletes ${name} with everything in it, ${byCount(content.length, 'also', 'among it')} ${names}`;
    return `${names} ${byCount(content.length, 'is', 'are')} deleted if something prunes ${name}, which the change takes out of git`;
  };

  return {
    code: 'render/deletes-namespace',
    severity: isPruned ? 'error' : 'warning',
    message: message(),
    span: first.span(['metadata', 'namespace']),
    labels: [],
    resource: first.ref,
    help: `Keep the Namespace in git while ${plural(content.length, 'object')} of it ${byCount(content.length, 'is', 'are')} there, or remove these first.`,
    isChanged: true,
  };
}
