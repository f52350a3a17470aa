/**
 * Records what a real kube-apiserver says of mutated Karpenter objects: node scripts/record-verdicts.ts [--count 1050] [--seed 1].
 * Builds the server of test/apiserver on first use, which needs Go. The same seed asks the same questions; the answers go to
 * test/conformance/kubeval/mutations.jsonl.br.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import type { RecordedCase } from '../kubeval-wasm/recorded-case.ts';
import { recordedMinors } from '../test/conformance/kubeval/pack-cases.ts';
import { recordMinor } from '../test/oracle/verdicts/recorder.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1050' },
    seed: { type: 'string', default: '1' },
    minor: { type: 'string', multiple: true, default: recordedMinors },
    output: { type: 'string', default: 'test/conformance/kubeval/mutations.jsonl.br' },
  },
});

const cases: RecordedCase[] = [];
for (const minor of values.minor) {
  cases.push(...(await recordMinor({ minor, count: Number(values.count), seed: Number(values.seed) }, console.error)));
}
const text = cases.map((each) => `${JSON.stringify(each)}\n`).join('');
const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
writeFileSync(values.output, brotliCompressSync(text, { params }));
console.log(`${cases.length} cases in ${values.output}`);
