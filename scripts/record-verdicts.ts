/**
 * Records the verdicts of a real kube-apiserver on mutated Karpenter objects: npm run record -- verdicts [--count 1060] [--seed 1].
 * Builds the server in test/apiserver on first use, which needs Go. The same seed gives the same requests. The answers go to
 * test/conformance/kubeval/mutations.jsonl.br. With --builtins it sends built-in kinds instead, for builtins.jsonl.br, and with
 * --providers the kinds of data/node-classes, for providers.jsonl.br. With --rules it chooses the cases of the table of rules,
 * rules.jsonl.br, from all recordings, and lists the rules without a case.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import type { RecordedCase } from '../kubeval-wasm/recorded-case.ts';
import { load } from '../kubeval-wasm/validator.ts';
import { providerGroups, recordedMinors } from '../test/conformance/kubeval/pack-cases.ts';
import { recordBuiltins } from '../test/oracle/builtins/recorder.ts';
import { type Order, providerOrder, randomOrder, record } from '../test/oracle/verdicts/recorder.ts';
import { ruleTable } from '../test/oracle/verdicts/rule-table.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1060' },
    seed: { type: 'string', default: '1' },
    minor: { type: 'string', multiple: true, default: recordedMinors },
    rules: { type: 'boolean', default: false },
    providers: { type: 'boolean', default: false },
    builtins: { type: 'boolean', default: false },
  },
});

function write(file: string, lines: readonly object[]): void {
  const text = lines.map((each) => `${JSON.stringify(each)}\n`).join('');
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  writeFileSync(file, brotliCompressSync(text, { params }));
  console.log(`${lines.length} cases in ${file}`);
}

async function recordAll(orders: readonly Order[]): Promise<RecordedCase[]> {
  const cases: RecordedCase[] = [];
  for (const order of orders) cases.push(...(await record(order, console.error)));
  return cases;
}

if (values.rules) {
  const { rows, missing } = await ruleTable();
  write('test/conformance/kubeval/rules.jsonl.br', rows);
  for (const rule of missing) console.log(`no case: ${rule}`);
} else if (values.builtins) {
  write('test/conformance/kubeval/builtins.jsonl.br', await recordBuiltins(1, console.error));
} else if (values.providers) {
  const validator = await load();
  write(
    'test/conformance/kubeval/providers.jsonl.br',
    await recordAll(providerGroups.map((group) => providerOrder(group, validator))),
  );
} else {
  const [count, seed] = [Number(values.count), Number(values.seed)];
  write(
    'test/conformance/kubeval/mutations.jsonl.br',
    await recordAll(values.minor.map((minor) => randomOrder(minor, { count, seed }))),
  );
}
