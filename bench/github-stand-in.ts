/** A fake GitHub in a process of its own, with open pull requests: prints one JSON line, and ends with its standard input. */
import { FakeGitHub } from '../test/github/github.ts';
import { openPulls } from '../test/real/traffic.ts';

const fake = await FakeGitHub.start();
const pulls = await openPulls(fake, Number(process.argv[2] ?? 50));
console.log(JSON.stringify({ url: fake.url, privateKey: fake.privateKey, pulls: pulls.map(({ number }) => number) }));
process.stdin.on('end', () => process.exit(0)).resume();
