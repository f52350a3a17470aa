/**
 * A fake GitHub in its own process, with open pull requests that people push to all the time. It prints one JSON line and
 * exits when its standard input is closed.
 */
import { FakeGitHub } from '../test/github/github.ts';
import { openPulls, push } from '../test/real/traffic.ts';

const msBetweenPushes = 100;

const fake = await FakeGitHub.start();
const pulls = await openPulls(fake, Number(process.argv[2] ?? 50));
console.log(JSON.stringify({ url: fake.url, privateKey: fake.privateKey, pulls: pulls.map(({ number }) => number) }));
let next = 0;
setInterval(() => push(fake, pulls[next++ % pulls.length]!), msBetweenPushes);
process.stdin.on('end', () => process.exit(0)).resume();
