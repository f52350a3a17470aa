import { type Injector, injectors } from '../../api/injectors.ts';
import type { Container } from '../../api/pod.ts';

type Texts = Readonly<Record<string, string>>;

/** Containers that webhooks add to the pods of a workload. */
export interface InjectedContainers {
  /** With the requests that annotations name. */
  readonly containers: readonly Container[];
  /** Names of those whose requests are not, or not all, in annotations. */
  readonly uncounted: readonly string[];
}

/** What webhooks add to a pod with these labels and annotations. `written` are the names of its own containers. */
export function injectedContainers(
  { labels, annotations }: { readonly labels: Texts; readonly annotations: Texts },
  written: ReadonlySet<string | undefined>,
): InjectedContainers {
  const asked = injectors.filter(
    ({ container, key, values }) =>
      !written.has(container) &&
      [labels[key], annotations[key]].some((value) => value !== undefined && values.includes(value)),
  );
  const requestsOf = ({ cpu, memory }: Injector): [string, string][] =>
    [['cpu', annotations[cpu]] as const, ['memory', annotations[memory]] as const].flatMap(([name, amount]) =>
      amount === undefined ? [] : [[name, amount] as [string, string]],
    );
  return {
    containers: asked.flatMap((injector) => {
      const requests = requestsOf(injector);
      return requests.length === 0
        ? []
        : [{ name: injector.container, resources: { requests: Object.fromEntries(requests) } }];
    }),
    uncounted: asked.filter((injector) => requestsOf(injector).length < 2).map(({ container }) => container),
  };
}
