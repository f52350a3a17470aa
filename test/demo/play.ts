/** Plays the story. scripts/demo.ts starts it with the necessary programs on PATH. Exits 0 only if all claims are true. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Narrator } from './narrator.ts';
import { approvalAndApply } from './scenes/apply.ts';
import { drift } from './scenes/drift.ts';
import { mistakes } from './scenes/mistakes.ts';
import { nodes } from './scenes/nodes.ts';
import { runningCluster } from './scenes/running-cluster.ts';
import { setUp } from './scenes/set-up.ts';
import { suggestion } from './scenes/suggestion.ts';
import { startWorld } from './world.ts';

const { values: flags } = parseArgs({
  options: { keep: { type: 'boolean', default: false }, output: { type: 'string' } },
});
const narrator = new Narrator();
console.log(
  "Starting GitHub's and AWS's stand-ins, and a cluster with the real Karpenter. Nothing leaves this machine.",
);
const world = await startWorld();
try {
  const story = await setUp(world, narrator);
  for (const scene of [runningCluster, mistakes, suggestion, approvalAndApply, nodes, drift]) await scene(story);
} catch (error) {
  console.error(`\nThe story ends here: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
const held = narrator.claims.filter(({ holds }) => holds).length;
console.log(`\n${held} of ${narrator.claims.length} claims held.`);
if (flags.output !== undefined) {
  mkdirSync(flags.output, { recursive: true });
  writeFileSync(join(flags.output, 'transcript.txt'), narrator.transcript);
}
if (flags.keep) {
  console.log(`Kept until Ctrl-C: kubectl --kubeconfig ${world.cluster.server.kubeconfig} get nodes`);
  console.log(`What init wrote: ${world.folder}; GitHub: ${world.github.url}`);
  await new Promise((resolve) => process.once('SIGINT', resolve));
}
await world.stop();
process.exit();
