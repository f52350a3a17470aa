/**
 * A fake GitHub in its own process, with open pull requests that people push to all the time. It prints one JSON line and
 * exits when its standard input is closed.
 */
import { FakeGitHub } from '../test/github/github.ts';
import { openPulls, push } from '../test/real/traffic.ts';

const [count, pushesPerSecond] = process.argv.slice(2).map(Number);

const fake = await FakeGitHub.start();
const pulls = await openPulls(fake, count!);
console.log(JSON.stringify({ url: fake.url, privateKey: fake.privateKey, pulls: pulls.map(({ number }) => number) }));
let next = 0;
setInterval(() => push(fake, pulls[next++ % pulls.length]!), 1000 / pushesPerSecond!);
process.stdin.on('end', () => process.exit(0)).resume();
