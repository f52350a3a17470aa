/**
 * `npm run loop [-- NAME…]`: brings set-ups into clusters in which the real Karpenter runs and only machines are made up, and holds what
 * appears against what `estimate` foretells. Without names all of them, which takes about half an hour; what was seen goes into
 * test/kwok/recorded.jsonl.gz, that of named set-ups in the place of what stood there. Needs Go. Exits 1 where something differs for no
 * known reason.
 */
import { compareRecord } from '../test/kwok/comparison.ts';
import { pictureOfForecast } from '../test/kwok/picture.ts';
import { type LoopRecord, readLoopRecords, writeLoopRecords } from '../test/kwok/recording.ts';
import { forecast } from '../test/kwok/set-up.ts';
import { setUps } from '../test/kwok/set-ups.ts';
import { trySetUp } from '../test/kwok/try-set-up.ts';
import { writeAccuracyPage } from './accuracy-page.ts';

const names = process.argv.slice(2);
const all = setUps();
const records = new Map(names.length === 0 ? [] : readLoopRecords().map((record) => [record.name, record]));
for (const setUp of all.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const { name, manifests, settings } = setUp;
  const foretold = forecast(setUp);
  const record: LoopRecord = { name, manifests, settings, seen: await trySetUp(setUp, foretold) };
  records.set(name, record);
  writeLoopRecords(all.flatMap((one) => records.get(one.name) ?? []));
  const { nodes, differing, reason } = compareRecord(record);
  const verdict =
    differing.length === 0 ? 'as foretold' : `other ${differing.join(', ')}: ${reason ?? 'nobody knows why'}`;
  console.log(`${name}: ${nodes} nodes after ${record.seen.seconds} s, ${verdict}`);
  if (differing.length > 0 && reason === undefined) process.exitCode = 1;
  const { seen } = record;
  if (names.length > 0) console.log(JSON.stringify({ foretold: pictureOfForecast(foretold.placement), seen }, null, 2));
}
writeAccuracyPage();
