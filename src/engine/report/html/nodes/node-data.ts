import type { PlacedNodeClaim, Placement } from '../../../cluster/cost/estimate.ts';
import { compareNames } from '../../../text/name-order.ts';
import { plainName } from '../../../text/words/escape.ts';
import type { Money } from '../../../text/words/money.ts';
import type { ClaimsOfSide, Legend } from './legend.ts';

/** The data of all boxes. Names are indexes into one table, which keeps the data of thousands of nodes small. */
export interface NodeData {
  /** Names, ready to be shown. */
  readonly names: readonly string[];
  /** Workloads: name, hue, and the requests of one pod in millicores and MiB. */
  readonly workloads: readonly (readonly [name: number, hue: string, cpuMillis: number, memoryMib: number])[];
  /** The boxes of each grid, in the order of the grids on the page. */
  readonly grids: readonly (readonly Box[])[];
  /** How the prices, which are in USD, are shown. */
  readonly money: Pick<Money, 'symbol' | 'perUsd'>;
}

/**
 * Equal nodes. In order: their count; indexes of type, capacity type, zone and NodePool; requested and allocatable millicores and MiB;
 * dollars per hour of each node; pods of each node; number of suitable types; source of the price; indexes of workloads, each
 * followed by its number of pods; choices with the same price.
 */
export type Box = readonly [
  count: number,
  names: readonly [type: number, capacityType: number, zone: number, nodePool: number],
  amounts: readonly [cpu: number, cpuOf: number, memory: number, memoryOf: number],
  hourlyUsd: number | null,
  pods: number,
  options: number,
  priceSource: number,
  workloads: readonly number[],
  ties: readonly number[],
];

/** Workloads of a node that are named. The others are only counted. */
const maxWorkloads = 12;
const maxTies = 3;
const mib = 2 ** 20;

/** Collects the boxes of a page. */
export class NodeDataWriter {
  readonly #names = new Map<string, number>();
  readonly #workloads = new Map<string, number>();
  readonly #rows: [number, string, number, number][] = [];
  readonly #grids: Box[][] = [];
  /** Characters that boxes may still take. */
  #room: number;

  constructor(room: number) {
    this.#room = room;
  }

  /** Adds a grid with the nodes of one NodePool. Returns how many nodes were left out to keep the page small. */
  add(nodePool: string, { claims, requests }: ClaimsOfSide, legend: Legend): number {
    const grid: Box[] = [];
    let rest = 0;

    for (const { claim, count } of alike(claims)) {
      const boxOf = () => {
        if (this.#room > 0)
          return this.#box({ claim, count }, nodePool, (name) => this.#workload(name, requests, legend));
        return undefined;
      };

      const box = boxOf();

      if (box === undefined) rest += count;
      else {
        this.#room -= JSON.stringify(box).length;
        grid.push(box);
      }
    }

    this.#grids.push(grid);

    return rest;
  }

  /** JSON in which no text can open a tag or end the script element. */
  json({ symbol, perUsd }: Money): string {
    const data: NodeData = {
      names: [...this.#names.keys()],
      workloads: this.#rows,
      grids: this.#grids,
      money: { symbol, perUsd },
    };

    return JSON.stringify(data).replace(
      /[<>&\u2028\u2029]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  }

  #box({ claim, count }: Alike, nodePool: string, workloadAt: (workload: string) => number): Box {
    const { instanceType, capacityType, zone, cpuMillis: cpu, memoryBytes: memory, hourlyUsd } = claim;
    const sorted = Object.entries(claim.workloads).sort(([a, x], [b, y]) => y - x || compareNames(a, b));

    return [
      count,
      [this.#name(instanceType), this.#name(capacityType), this.#name(zone), this.#name(nodePool)],
      [cpu.requested, cpu.allocatable, Math.round(memory.requested / mib), Math.round(memory.allocatable / mib)],
      hourlyUsd === null ? null : Math.round(hourlyUsd * 1e4) / 1e4,
      claim.pods,
      claim.instanceTypeOptions,
      this.#name(claim.priceSource),
      sorted.slice(0, maxWorkloads).flatMap(([workload, pods]) => [workloadAt(workload), pods]),
      claim.ties.slice(0, maxTies).map((tie) => this.#name(tie)),
    ];
  }

  #name(text: string): number {
    const name = plainName(text, 120);
    const at = this.#names.get(name) ?? this.#names.size;
    if (at === this.#names.size) this.#add(name);
    return at;
  }

  #add(name: string): void {
    this.#names.set(name, this.#names.size);
    this.#room -= name.length + 3;
  }

  #workload(workload: string, requests: Placement['requests'], legend: Legend): number {
    const { cpuMillis, memoryBytes } = requests[workload] ?? { cpuMillis: 0, memoryBytes: 0 };
    const hue = legend.hue(workload);
    const key = `${cpuMillis} ${memoryBytes} ${hue} ${workload}`;
    const at = this.#workloads.get(key) ?? this.#rows.length;

    if (at === this.#rows.length) {
      this.#workloads.set(key, at);
      this.#rows.push([this.#name(workload), hue, cpuMillis, Math.round(memoryBytes / mib)]);
    }

    return at;
  }
}

interface Alike {
  readonly claim: PlacedNodeClaim;
  count: number;
}

/** Groups nodes that look the same when drawn, in the order of their first node. */
function alike(claims: readonly PlacedNodeClaim[]): Iterable<Alike> {
  const groups = new Map<string, Alike>();
  for (const claim of claims) {
    const { instanceType, capacityType, zone, workloads } = claim;
    const key = JSON.stringify([instanceType, capacityType, zone, workloads]);
    const group = groups.get(key);
    if (group) group.count++;
    else groups.set(key, { claim, count: 1 });
  }

  return groups.values();
}
