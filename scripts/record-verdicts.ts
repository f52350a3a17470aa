/**
 * Records the verdicts of a real kube-apiserver on mutated Karpenter objects: node scripts/record-verdicts.ts [--count 1060] [--seed 1].
 * Builds the server in test/apiserver on first use, which needs Go. The same seed gives the same requests. The answers go to
 * test/conformance/kubeval/mutations.jsonl.br. With --rules it chooses the cases of the table of rules, rules.jsonl.br, from all
 * recordings, and lists the rules without a case. With --builtins it sends built-in kinds instead, for builtins.jsonl.br.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import type { RecordedCase } from '../kubeval-wasm/recorded-case.ts';
import { recordedMinors } from '../test/conformance/kubeval/pack-cases.ts';
import { recordBuiltins } from '../test/oracle/builtins/recorder.ts';
import { recordMinor } from '../test/oracle/verdicts/recorder.ts';
import { ruleTable } from '../test/oracle/verdicts/rule-table.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1060' },
    seed: { type: 'string', default: '1' },
    minor: { type: 'string', multiple: true, default: recordedMinors },
    rules: { type: 'boolean', default: false },
    builtins: { type: 'boolean', default: false },
    output: { type: 'string', default: 'test/conformance/kubeval/mutations.jsonl.br' },
  },
});

function write(file: string, lines: readonly object[]): void {
  const text = lines.map((each) => `${JSON.stringify(each)}\n`).join('');
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  writeFileSync(file, brotliCompressSync(text, { params }));
  console.log(`${lines.length} cases in ${file}`);
}

if (values.rules) {
  const { rows, missing } = await ruleTable();
  write('test/conformance/kubeval/rules.jsonl.br', rows);
  for (const rule of missing) console.log(`no case: ${rule}`);
} else if (values.builtins) {
  write('test/conformance/kubeval/builtins.jsonl.br', await recordBuiltins(1, console.error));
} else {
  const cases: RecordedCase[] = [];
  for (const minor of values.minor) {
    cases.push(
      ...(await recordMinor({ minor, count: Number(values.count), seed: Number(values.seed) }, console.error)),
    );
  }
  write(values.output, cases);
}
