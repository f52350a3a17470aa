import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { differences, judge } from '../../kubeval-wasm/recorded-case.ts';
import { load } from '../../kubeval-wasm/validator.ts';
import { packDefinitions } from '../conformance/kubeval/pack-cases.ts';
import { recordBuiltins } from '../oracle/builtins/recorder.ts';
import { randomOrder, record } from '../oracle/verdicts/recorder.ts';

describe('objects that were not recorded', () => {
  test('get the same verdicts as from a real kube-apiserver', async () => {
    const validator = await load();
    const definitions = packDefinitions(['1.14']);
    // Seeds that the recordings did not use.
    const cases = await record(randomOrder('1.14', { count: 200, seed: 5_000_000 }));
    const differing = cases.flatMap((each) => differences(each, judge(validator, each, definitions)));
    expect(cases.length).toBeGreaterThanOrEqual(200);
    expect(differing).toEqual([]);
  });

  test('the same for built-in kinds, with every seventh change', async () => {
    const validator = await load();
    const cases = await recordBuiltins(7);
    expect(cases.length).toBeGreaterThanOrEqual(130);
    expect(cases.flatMap((each) => differences(each, judge(validator, each, {})))).toEqual([]);
  });
});

test('the committed WebAssembly matches its sources', () => {
  const output = execFileSync('node', ['scripts/build-kubeval-wasm.ts', '--check'], { encoding: 'utf8' });
  expect(output).toContain(readFileSync('kubeval-wasm/kubeval.wasm.sha256', 'utf8').trim());
});
