/**
 * `npm run demo [-- --keep]` plays the whole story, from a pull request with mistakes to nodes and drift. It uses stand-ins for
 * GitHub and AWS, and a cluster with the real Karpenter, and prints each step. It downloads tools into a cache outside the repository,
 * which takes minutes on a machine's first run. Needs Go, Python and the built dist/. Exits 0 if all its claims are true.
 * `--keep` leaves everything running, so that you can look around.
 */
import { buildApiServer } from '../test/apiserver/build.ts';
import { buildKwok } from '../test/kwok/build.ts';
import { pathWithTools, requireDist, run } from './real-tools.ts';

requireDist();
buildApiServer(console.log);
buildKwok(console.log);
run('node', ['test/demo/play.ts', ...process.argv.slice(2)], { PATH: pathWithTools(['act', 'moto']) });
