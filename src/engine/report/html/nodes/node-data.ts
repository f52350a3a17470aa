import type { PlacedNodeClaim, Placement } from '../../../cost/estimate.ts';
import { compareNames } from '../../../name-order.ts';
import { plainName } from '../../../text/escape.ts';
import type { ClaimsOfSide, Legend } from './legend.ts';

/** What the script draws boxes from: numbers, and places in the table of names, so that thousands of nodes stay small. */
export interface NodeData {
  /** Names as they are shown. */
  readonly names: readonly string[];
  /** Workloads: name, hue, and what one pod asks for in millicores and MiB. */
  readonly workloads: readonly (readonly [name: number, hue: string, cpuMillis: number, memoryMib: number])[];
  /** A list of boxes for each grid, in the order in which the page has them. */
  readonly grids: readonly (readonly Box[])[];
}

/**
 * Equal nodes: how many; places of type, capacity type, zone and NodePool; requested and allocatable millicores and MiB; dollars
 * an hour of each; pods of each; types that would do; source of the price; workloads and their pods in turn; equally priced choices.
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

/** Workloads of a node that are told apart; the others are counted. */
const maxWorkloads = 12;
const maxTies = 3;
const mib = 2 ** 20;

/** Collects the boxes of a page. */
export class NodeDataWriter {
  readonly #names = new Map<string, number>();
  readonly #workloads = new Map<string, number>();
  readonly #rows: [number, string, number, number][] = [];
  readonly #grids: Box[][] = [];
  /** Characters that are left for boxes. */
  #room: number;

  constructor(room: number) {
    this.#room = room;
  }

  /** Adds a grid with the nodes of one NodePool; gives how many of them found no room. */
  add(nodePool: string, { claims, requests }: ClaimsOfSide, legend: Legend): number {
    const grid: Box[] = [];
    let left = 0;
    for (const { claim, count } of alike(claims)) {
      const box =
        this.#room > 0
          ? this.#box({ claim, count }, nodePool, (name) => this.#workload(name, requests, legend))
          : undefined;
      if (box === undefined) left += count;
      else {
        this.#room -= JSON.stringify(box).length;
        grid.push(box);
      }
    }
    this.#grids.push(grid);
    return left;
  }

  /** JSON that opens no tag and ends no script. */
  json(): string {
    const data: NodeData = { names: [...this.#names.keys()], workloads: this.#rows, grids: this.#grids };
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

/** Nodes that differ in nothing that is drawn, counted, in the order in which they come. */
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
