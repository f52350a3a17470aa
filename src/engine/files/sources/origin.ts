import type { Origin } from '../../text/source.ts';
import { namedDestination } from './gitops/destination.ts';
import { HelmTracer } from './helm/helm-tracer.ts';
import { KustomizeTracer } from './kustomize/kustomize-tracer.ts';
import type { Root } from './root/root.ts';

/** Maps the rendered text of a root back to its source. Computed on first use. `read` returns the texts of the root's files. */
export function originOf(root: Root, text: string, read: (file: string) => string | undefined): Origin {
  let tracer: Pick<Origin, 'trace'> | undefined;

  const make = (): Pick<Origin, 'trace'> => {
    if (root.call !== null && 'helm' in root.call) return new HelmTracer({ root, call: root.call.helm, text, read });

    return new KustomizeTracer({ root, text, read });
  };

  const destination = namedDestination(root.destination);
  const namespace = root.call !== null && 'helm' in root.call ? root.call.helm.namespace : root.namespace;

  return {
    root: root.terraform?.name ?? root.name,
    tool: root.tool,
    ...(root.terraform && { place: root.terraform.place }),
    ...(root.isEnvironmentKnown && { environment: root.environment! }),
    ...(!root.isEnvironmentKnown && root.environment !== undefined && { guessedEnvironment: root.environment }),
    ...(root.destination !== undefined && { destination: root.destination }),
    ...(destination?.kind === 'name' && { cluster: destination.name! }),
    ...(namespace !== undefined && { namespace }),
    ...(isGuessed(root) && { isGuessed: true }),
    ...(root.recreatesRefused && { recreatesRefused: true }),
    trace(start, end) {
      tracer ??= make();
      return tracer.trace(start, end);
    },
    textOf: read,
  };
}

/** A chart without values files is a guess. The values files of an environment show what is applied there. */
const isGuessed = ({ isDeclared, call }: Root): boolean =>
  !isDeclared && call !== null && 'helm' in call && call.helm.valueFiles.length === 0;
