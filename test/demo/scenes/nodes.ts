import { bring, nodesOf } from '../cluster.ts';
import { change } from '../repository.ts';
import type { Story } from '../story.ts';
import { predicted } from '../world.ts';

/** Nodes appear; forecast against fact. */
export async function nodes({ world: { cluster }, narrator, main }: Story): Promise<void> {
  narrator.scene('The reports are deployed: forecast against fact');
  const { placement } = predicted(
    Object.fromEntries(Object.entries(main).filter(([path]) => /^(pools|apps)\//.test(path))),
  );
  const forecast = placement.nodePools.find(({ name }) => name === 'reports')!.nodeClaims;
  await bring(cluster, change['apps/reports.yaml']!, 'kubectl');
  const facts = await nodesOf(cluster, 'reports', 9);
  const sum = (all: readonly { readonly hourlyUsd: number | null }[]): string =>
    all.reduce((total, { hourlyUsd }) => total + hourlyUsd!, 0).toFixed(4);
  const types = (all: readonly { readonly instanceType: string; readonly capacityType: string }[]): string =>
    all
      .map(({ instanceType, capacityType }) => `${instanceType} ${capacityType}`)
      .sort()
      .join(', ');
  narrator.tell(`predicted  ${forecast.length} nodes  $${sum(forecast)} an hour  ${types(forecast)}`);
  narrator.tell(`observed   ${facts.length} nodes  $${sum(facts)} an hour  ${types(facts)}`);
  narrator.claim('as many nodes came up as the comment said', facts.length === forecast.length);
  narrator.claim('of the same types', types(facts) === types(forecast));
  narrator.claim('at the same price', sum(facts) === sum(forecast));
}
