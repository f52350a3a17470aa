/** Plays the story; scripts/demo.ts starts it with all that it needs on PATH. Exits 0 only when everything it claims held. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Narrator } from './narrator.ts';
import { approvalAndApply } from './scenes/apply.ts';
import { drift } from './scenes/drift.ts';
import { mistakes } from './scenes/mistakes.ts';
import { nodes } from './scenes/nodes.ts';
import { runningCluster } from './scenes/running-cluster.ts';
import { setUp } from './scenes/set-up.ts';
import { suggestion } from './scenes/suggestion.ts';
import { startWorld } from './world.ts';

const isKept = process.argv.includes('--keep');
const narrator = new Narrator();
console.log(
  "Starting GitHub's and AWS's stand-ins, and a cluster with the real Karpenter. Nothing leaves this machine.",
);
const world = await startWorld();
try {
  const story = await setUp(world, narrator);
  for (const scene of [runningCluster, mistakes, suggestion, approvalAndApply, nodes, drift]) await scene(story);
  for (const [i, { body }] of (await world.github.comments(story.pull!.number)).entries())
    writeFileSync(join(world.folder, `comment-${i + 1}.md`), body);
} catch (error) {
  console.error(`\nThe story ends here: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
const held = narrator.claims.filter(({ holds }) => holds).length;
console.log(`\n${held} of ${narrator.claims.length} claims held.`);
if (isKept) {
  console.log(
    `Kept until Ctrl-C: KUBECONFIG=${world.cluster.server.kubeconfig} kubectl get nodes; files in ${world.folder}`,
  );
  await new Promise((resolve) => process.once('SIGINT', resolve));
}
await world.stop(isKept);
process.exit();
