import type { ApiServer } from '../apiserver/api-server.ts';
import type { Json, View } from './cluster-watch.ts';

/** Where Karpenter meant pods to run, according to its events (it writes ten immediately, then five per second), and where they ran. */
export interface Nominations {
  /** The number of pods with such an event. */
  readonly known: number;
  /** The number of those for which Karpenter had meant another node. Pods of one workload are interchangeable. */
  readonly elsewhere: number;
}

export async function nominationsOf(server: ApiServer, { pods, claims, workloadOf }: View): Promise<Nominations> {
  const events: Json[] =
    (await server.request('GET', '/api/v1/events?fieldSelector=reason=Nominated')).body.items ?? [];
  const nodeOfClaim = new Map(claims.map(({ metadata, status }) => [metadata.name, status?.nodeName]));
  // The last event of a pod counts.
  const planned = new Map<string, string>();
  const byTime = events.sort((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1));
  for (const { involvedObject, message } of byTime) {
    const [, claim] = /nodeclaim\/(\S+?)(?:,|$)/.exec(message) ?? [];
    const [, node] = /node\/(\S+?)(?:,|$)/.exec(message.replace(/nodeclaim\/\S+/, '')) ?? [];
    const target = (claim && nodeOfClaim.get(claim)) ?? node;
    if (target) planned.set(involvedObject.uid, target);
  }
  const known = pods.filter(({ metadata, spec }) => spec.nodeName && planned.has(metadata.uid));
  // Node and workload → how many more pods are there than planned.
  const excess = new Map<string, number>();
  for (const pod of known) {
    const add = (node: string, by: number): void => {
      const key = `${node} ${workloadOf(pod)}`;
      excess.set(key, (excess.get(key) ?? 0) + by);
    };
    add(pod.spec.nodeName, 1);
    add(planned.get(pod.metadata.uid)!, -1);
  }
  return { known: known.length, elsewhere: [...excess.values()].reduce((sum, by) => sum + Math.max(0, by), 0) };
}

const timeOf = ({ lastTimestamp, eventTime }: Json): string => lastTimestamp ?? eventTime ?? '';
