/**
 * `npm run loop [-- NAME…]`: brings set-ups into clusters in which the real Karpenter runs and only machines are made up,
 * and holds what appears against what `estimate` foretells. Without names all of them, which takes about 25 minutes, and the
 * result goes into test/kwok/recorded.jsonl.gz. Needs Go. Exits 1 where something differs for no known reason.
 */
import { readFileSync } from 'node:fs';
import { differences } from '../test/kwok/compare.ts';
import { pictureOfForecast } from '../test/kwok/picture.ts';
import { type LoopRecord, writeLoopRecords } from '../test/kwok/recording.ts';
import { forecast } from '../test/kwok/set-up.ts';
import { setUps } from '../test/kwok/set-ups.ts';
import { trySetUp } from '../test/kwok/try-set-up.ts';

const names = process.argv.slice(2);
const { known } = JSON.parse(readFileSync(new URL('../test/kwok/known-differences.json', import.meta.url), 'utf8')) as {
  known: Readonly<Record<string, string>>;
};
const chosen = setUps().filter(({ name }) => names.length === 0 || names.includes(name));
const records: LoopRecord[] = [];
let unexplained = 0;
for (const setUp of chosen) {
  const { name, manifests, settings } = setUp;
  const foretold = forecast(setUp);
  const picture = pictureOfForecast(foretold.placement);
  const seen = await trySetUp(setUp, foretold);
  records.push({ name, manifests, settings, seen });
  if (names.length === 0) writeLoopRecords(records);
  const differing = differences(picture, seen);
  if (differing.length > 0 && known[name] === undefined) unexplained++;
  console.log(
    `${name}: ${seen.nodes.length} nodes after ${seen.seconds} s, ${differing.length === 0 ? 'as foretold' : `other ${differing.join(', ')}`}`,
  );
  if (names.length > 0 && differing.length > 0) console.log(JSON.stringify({ foretold: picture, seen }, null, 2));
}
process.exitCode = unexplained === 0 ? 0 : 1;
