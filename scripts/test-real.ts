/**
 * `npm run test:real [FILTER…]` downloads the real tools that test/real needs into a cache outside the repository, and
 * runs test/real with them on PATH. Needs Go, Python, the built dist/, and apt as root if Chromium or Redis is missing. The
 * first run takes minutes, later ones seconds.
 */
import { buildApiServer } from '../test/apiserver/build.ts';
import { buildKwok } from '../test/kwok/build.ts';
import { pathWithTools, provideDebian, requireDist, run } from './real-tools.ts';

requireDist();
provideDebian();
buildApiServer(console.log);
buildKwok(console.log);
const PATH = pathWithTools();
run('vitest', ['run', '--config', 'test/real/vitest.config.ts', ...process.argv.slice(2)], { PATH });
