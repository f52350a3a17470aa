import { asksForContainer, type Injector, injectors } from '../../../../karpenter/api/injectors.ts';
import type { Container } from '../../../../karpenter/api/pod.ts';

type Texts = Readonly<Record<string, string>>;

/** The labels and annotations of an object. */
export interface Marks {
  readonly labels: Texts;
  readonly annotations: Texts;
}

/** What decides which containers webhooks add to a pod. */
interface Injectable extends Marks {
  readonly namespace: string;
  readonly ofNamespace: Marks;
  readonly isHostNetwork: boolean;
  /** The names of its own containers. */
  readonly written: ReadonlySet<string | undefined>;
}

/** A container that a webhook adds. */
export interface InjectedContainer {
  readonly container: Container;
  /** Who asks for it, as a clause: `its namespace asks Istio for it`. */
  readonly because: string;
  /** Where its requests are from. `unknown`: nothing that is known says all of them. */
  readonly requests: 'annotations' | 'defaults' | 'unknown';
}

/** The containers that webhooks add to a pod. */
export const injectedContainers = (pod: Injectable): readonly InjectedContainer[] => [
  ...injectors.flatMap((injector): InjectedContainer[] => {
    const because = pod.written.has(injector.container) ? undefined : whoAsks(injector, pod);
    if (because === undefined) return [];
    return [{ because, ...added(injector, pod) }];
  }),
  ...unknownContainers(pod),
];

function whoAsks(injector: Injector, pod: Injectable): string | undefined {
  const { title, skipsHostNetwork, podsWrite, namespacesWrite } = injector;
  if (skipsHostNetwork && pod.isHostNetwork) return undefined;
  if (refuses(injector, pod)) return undefined;
  if (asks(injector.pod, marksIn(pod, podsWrite))) return `the pod asks ${title} for it`;
  const isAsked = asks(injector.namespace, marksIn(pod.ofNamespace, namespacesWrite));
  if (isAsked) return `its namespace asks ${title} for it`;
  return undefined;
}

/** Whether a pod gets no container, whatever else asks for it. */
function refuses({ refusals, pod: keys, ignores, namespaceRefusal, without }: Injector, pod: Injectable): boolean {
  const [marks, ofNamespace] = [marksIn(pod), marksIn(pod.ofNamespace)];
  const isRefused = marks.some((texts) => refusals.includes(texts[keys[0]!.key] ?? ''));

  return (
    isRefused ||
    ignores.includes(pod.namespace) ||
    asks(namespaceRefusal === undefined ? [] : [namespaceRefusal], ofNamespace) ||
    asks(without === undefined ? [] : [without], marks)
  );
}

/** The labels, the annotations, or both. */
const marksIn = ({ labels, annotations }: Marks, where?: keyof Marks): readonly Texts[] => {
  if (where === undefined) return [labels, annotations];
  return [{ labels, annotations }[where]];
};

const asks = (keys: Injector['pod'], all: readonly Texts[]): boolean =>
  keys.some(({ key, values }) =>
    all.some((texts) => texts[key] !== undefined && (values === undefined || values.includes(texts[key]))),
  );

function added(injector: Injector, pod: Injectable): Omit<InjectedContainer, 'because'> {
  const { container: name, cpu, memory, limits, defaults, replacesTogether, readsNamespace } = injector;
  const annotations = { ...(readsNamespace && pod.ofNamespace.annotations), ...pod.annotations };

  const amounts = (keys: Readonly<Record<string, string | undefined>>): Texts =>
    Object.fromEntries(
      (['cpu', 'memory'] as const).flatMap((resource) => {
        const amount = annotations[keys[resource] ?? ''];
        if (amount === undefined) return [];
        return [[resource, amount] as const];
      }),
    );

  const [requested, limited] = [amounts({ cpu, memory }), limits === undefined ? {} : amounts(limits)];
  const written = Object.keys({ ...requested, ...limited });
  const isReplaced = replacesTogether === true && written.length > 0;
  const requests = isReplaced ? requested : { ...defaults, ...requested };
  const isComplete = isReplaced || ('cpu' in requested && 'memory' in requested);

  const origin = () => {
    if (isComplete) return 'annotations';
    if (defaults === undefined) return 'unknown';
    return 'defaults';
  };

  const from = origin();

  return {
    container: { name, resources: { requests, ...(Object.keys(limited).length > 0 && { limits: limited }) } },
    requests: from,
  };
}

/** Containers that a pod asks for with a key of a tool that is not known. */
const unknownContainers = ({ labels, annotations }: Injectable): readonly InjectedContainer[] =>
  Object.entries({ ...labels, ...annotations })
    .filter(([key, value]) => asksForContainer(key, value))
    .map(([key]) => ({
      container: { name: key },
      because: `the pod asks for it with \`${key}\``,
      requests: 'unknown' as const,
    }));
