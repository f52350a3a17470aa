/**
 * `npm run test:real [FILTER…]` downloads the real tools that test/real needs into a cache outside the repository, and
 * runs test/real with them on PATH. Needs Go, Python, the built dist/, and apt as root if Chromium or Redis is missing. The
 * first run takes minutes, later ones seconds. `npm run test:real -- --prepare` only downloads and builds.
 */
import { buildApiServer } from '../test/apiserver/build.ts';
import { buildDecoder } from '../test/decoder/kubectl.ts';
import { buildKwok } from '../test/kwok/build.ts';
import { buildOracle } from '../test/oracle/build.ts';
import { pathWithTools, provideDebian, requireDist, run } from './real-tools.ts';

requireDist();
provideDebian();
buildApiServer(console.log);
buildKwok(console.log);
const PATH = pathWithTools();
if (process.argv.includes('--prepare')) {
  buildOracle(console.log);
  buildDecoder(console.log);
  process.exit();
}
run('vitest', ['run', '--config', 'test/real/vitest.config.ts', ...process.argv.slice(2)], { PATH });
