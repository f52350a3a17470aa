// biome-ignore lint/suspicious/noExplicitAny: lines as Karpenter writes them.
type Json = any;

/** A scheduling round of Karpenter with at least one pod to place. */
export interface Round {
  /** Seconds since the objects were applied. */
  readonly at: number;
  /** The number of pods for which new NodeClaims were created, and the number of those NodeClaims. */
  readonly pods: number;
  readonly nodeClaims: number;
}

/** A decision of Karpenter's disruption controllers. */
export interface Command {
  readonly at: number;
  /** For example `drifted`, `underutilized`, `empty`. */
  readonly reason: string;
  /** `delete` or `replace`. */
  readonly decision: string;
  readonly nodes: readonly string[];
  readonly replacements: readonly string[];
  readonly pods: number;
}

const linesOf = (log: string): Json[] =>
  log.split('\n').flatMap((line): Json[] => {
    try {
      return line.startsWith('{') ? [JSON.parse(line)] : [];
    } catch {
      // The last line may be incomplete.
      return [];
    }
  });

const isComputed = ({ message, nodeclaims }: Json): boolean =>
  message.startsWith('computed new nodeclaim') && nodeclaims > 0;

/** The first round in which Karpenter created NodeClaims, from its log. Its lines have the ID of one reconciliation. */
export function firstRound(log: string): { readonly pods: number; readonly claims: ReadonlySet<string> } {
  const lines = linesOf(log);
  const computed = lines.find(isComputed);
  const created = lines.filter(({ message, reconcileID }) => {
    return message === 'created nodeclaim' && reconcileID === computed?.reconcileID;
  });
  return { pods: computed?.pods ?? 0, claims: new Set(created.map(({ NodeClaim }) => NodeClaim.name)) };
}

const secondsFrom = (since: Date, time: string): number =>
  Math.round((new Date(time).getTime() - since.getTime()) / 100) / 10;

const isSince = (since: Date) => (line: Json) => new Date(line.time) >= since;

/** All rounds since a time that created NodeClaims. */
export const rounds = (log: string, since: Date): readonly Round[] =>
  linesOf(log)
    .filter(isSince(since))
    .filter(isComputed)
    .map(({ time, pods, nodeclaims }) => ({ at: secondsFrom(since, time), pods, nodeClaims: nodeclaims }));

/** The actions of the disruption controllers since a time: each node with its instance type, capacity type and zone. */
export const commands = (log: string, since: Date): readonly Command[] =>
  linesOf(log)
    .filter(isSince(since))
    .filter(({ message }) => message === 'disrupting node(s)')
    .map((line) => ({
      at: secondsFrom(since, line.time),
      reason: String(line.command).split('/')[0]!,
      decision: line.decision,
      nodes: (line['disrupted-nodes'] ?? []).map(({ NodeClaim }: Json) => NodeClaim.name),
      replacements: (line['replacement-nodes'] ?? []).map((node: Json) =>
        [node['capacity-type'], node['instance-types']].join(' '),
      ),
      pods: line['pod-count'] ?? 0,
    }));
