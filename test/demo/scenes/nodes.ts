import { bring, nodesOf } from '../cluster.ts';
import { change } from '../repository.ts';
import type { Story } from '../story.ts';
import { predicted } from '../world.ts';

/** Nodes are launched, and the forecast is compared with the result. */
export async function nodes({ world: { cluster }, narrator, main }: Story): Promise<void> {
  narrator.scene('The reports are deployed: forecast and result');
  const { placement } = predicted(
    Object.fromEntries(Object.entries(main).filter(([path]) => /^(pools|apps)\//.test(path))),
  );
  // The cluster launches the cheapest offering.
  const forecast = placement.nodePools
    .find(({ name }) => name === 'reports')!
    .nodeClaims.map((claim) => ({ ...claim, hourlyUsd: claim.lowestHourlyUsd }));
  await bring(cluster, change['apps/reports.yaml']!, 'kubectl');
  const facts = await nodesOf(cluster, 'reports', 9);
  const sum = (all: readonly { readonly hourlyUsd: number | null }[]): string =>
    all.reduce((total, { hourlyUsd }) => total + hourlyUsd!, 0).toFixed(4);
  const types = (all: readonly { readonly instanceType: string; readonly capacityType: string }[]): string =>
    all
      .map(({ instanceType, capacityType }) => `${instanceType} ${capacityType}`)
      .sort()
      .join(', ');
  narrator.tell(`predicted  ${forecast.length} nodes  $${sum(forecast)}/hour  ${types(forecast)}`);
  narrator.tell(`observed   ${facts.length} nodes  $${sum(facts)}/hour  ${types(facts)}`);
  narrator.claim('the number of launched nodes is the one in the comment', facts.length === forecast.length);
  narrator.claim('they have the same instance types', types(facts) === types(forecast));
  narrator.claim('they have the same price', sum(facts) === sum(forecast));
}
