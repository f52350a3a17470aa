import type { PlacedNodeClaim, Placement } from '../../../cluster/cost/estimate.ts';
import { compareNames } from '../../../text/name-order.ts';
import { type Markup, markup, named, none } from './markup.ts';

const hues = 8;
/** The hue shared by all workloads that have no hue of their own. */
const otherHue = 'other';

/** The nodes of a NodePool on one side, with the requests of one pod of each workload. */
export interface ClaimsOfSide {
  readonly claims: readonly PlacedNodeClaim[];
  readonly requests: Placement['requests'];
}

/** Gives workloads of a NodePool their hues, the same before and after. Workloads that request the most CPU get a hue each. */
export class Legend {
  readonly workloads: readonly string[];
  readonly #hues: ReadonlyMap<string, string>;

  constructor(sides: readonly ClaimsOfSide[]) {
    const asked = new Map<string, number>();
    for (const { claims, requests } of sides) {
      for (const { workloads } of claims) {
        for (const [workload, pods] of Object.entries(workloads)) {
          const cpuMillis = pods * (requests[workload]?.cpuMillis ?? 0);
          asked.set(workload, (asked.get(workload) ?? 0) + cpuMillis);
        }
      }
    }

    const most = [...asked].sort(([a, x], [b, y]) => y - x || compareNames(a, b));
    this.workloads = most.slice(0, hues).map(([workload]) => workload);
    this.#hues = new Map(this.workloads.map((workload, i) => [workload, `w${i}`]));
  }

  hue(workload: string): string {
    return this.#hues.get(workload) ?? otherHue;
  }
}

/** The legend of one NodePool. */
export const legendList = (legend: Legend): Markup => {
  if (legend.workloads.length === 0) return none;

  return markup`<ul class="key">${legend.workloads.map((workload) => item(legend.hue(workload), named(workload)))}</ul>
`;
};

/** The legend of the hues that all NodePools share. */
export const commonLegend = (): Markup =>
  markup`<ul class="key">${item(otherHue, 'other workloads')}${item('daemon', 'DaemonSets')}${item('free', 'free')}</ul>
`;

const item = (hue: string, what: Markup | string): Markup =>
  markup`<li><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="${hue}" width="10" height="10"/></svg> ${what}</li>`;
