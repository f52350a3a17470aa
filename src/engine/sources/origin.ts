import type { Origin } from '../source.ts';
import { HelmTracer } from './helm/helm-tracer.ts';
import { KustomizeTracer } from './kustomize/kustomize-tracer.ts';
import type { Root } from './root.ts';

/** Where what a root renders to comes from. Worked out when somebody asks. `read` gives the texts of its files. */
export function originOf(root: Root, text: string, read: (file: string) => string | undefined): Origin {
  let tracer: Pick<Origin, 'trace'> | undefined;
  const make = (): Pick<Origin, 'trace'> =>
    root.call !== null && 'helm' in root.call
      ? new HelmTracer({ root, call: root.call.helm, text, read })
      : new KustomizeTracer({ root, text, read });
  return {
    root: root.name,
    tool: root.tool,
    ...(root.isEnvironmentKnown && { environment: root.environment! }),
    ...(isGuessed(root) && { isGuessed: true }),
    trace(start, end) {
      tracer ??= make();
      return tracer.trace(start, end);
    },
  };
}

/** The values files of an environment are what is applied there. */
const isGuessed = ({ isDeclared, call }: Root): boolean =>
  !isDeclared && call !== null && 'helm' in call && call.helm.valueFiles.length === 0;
