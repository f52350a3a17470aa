import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '../src/io/config/config.ts';
import { type ConfigShape, configShape } from '../src/shared/config-shape.ts';
import { configSchema } from './config-schema.ts';

const validate = new Ajv2020({ strict: false }).compile(JSON.parse(configSchema()));

const isTaken = (text: string): boolean => {
  try {
    parseConfig({ file: 'plumbline.yaml', text });
    return true;
  } catch {
    return false;
  }
};

test.each<[string, boolean]>([
  ['region: us-east-1', true],
  ['karpenter: {version: 1.10}', true],
  ['karpenter: {version: [1]}', false],
  ['regoin: us-east-1', false],
  ['rules: {require-limits: error}', true],
  ['rules: {lint/require-limits: off}', true],
  ['rules: {require-limit: error}', false],
  ['rules: {require-limits: fatal}', false],
  ['rules: {schema/cel: note}', false],
  ['overrides: [{paths: [a], resources: [NodePool/*], rules: {gpu-taint: off}}]', true],
  ['overrides: [{paths: [a]}]', false],
  ['overrides: [{rules: {gpu-tant: off}}]', false],
  ['overrides: {rules: {gpu-taint: off}}', false],
  ['neverSuppress: [gpu-taint, schema/cel]', true],
  ['neverSuppress: [gpu-tant]', false],
  ['ignore: [{code: schema/cel, reason: known, path: a, resource: NodePool/a, until: 2027-03-31}]', true],
  ['ignore: [{code: cel, reason: known}]', false],
  ['ignore: [{code: schema/cel}]', false],
  ['ignore: [{code: schema/cel, reason: known, until: March}]', false],
  ['changedLines: true', true],
  ['changedLines: sometimes', false],
  ['timeZone: Europe/Berlin', true],
  ['failOn: warning', true],
  ['failOn: info', false],
  ['gate: {approvals: -1}', false],
  ['gate: {freeze: [{from: 2026-12-20, to: 2027-01-02, reason: holidays}]}', true],
  ['zones: us-east-1a', false],
  ['capacityReservations: {cr-1: 1.5}', false],
  ['existingNodes: [{name: a}]', false],
  ['set: {REGION: us-east-1, COUNT: 3}', true],
])('editors and plumbline agree on %s', (text, isRight) => {
  expect(isTaken(text)).toBe(isRight);
  expect(validate(parse(text)), JSON.stringify(validate.errors)).toBe(isRight);
});

/** Every key of the configuration that has no meaning, so that docs/options.md would not list it. Tests of custom rules are data. */
const unexplained = (shape: ConfigShape, prefix = ''): string[] =>
  Object.entries((shape.items ?? shape).properties ?? {}).flatMap(([name, value]) => {
    const path = `${prefix}${name}`;
    const isGroup = (value.items ?? value).properties !== undefined;
    if (path === 'customRules.tests') return [];
    return [...(isGroup || value.description || value.enum ? [] : [path]), ...unexplained(value, `${path}.`)];
  });

test('every key says what it means, so docs/options.md lists it', () => {
  expect(unexplained(configShape)).toEqual([]);
  expect(unexplained({ type: 'object', properties: { a: { type: 'string' } } } as ConfigShape)).toEqual(['a']);
});
