import { expect, test } from 'vitest';
import { PlumblineError } from '../../shared/errors.ts';
import { openFacts } from './facts.ts';

const facts = openFacts('data');

test('regions are sorted, Karpenter minors are listed from oldest to newest', () => {
  expect(facts.regions).toHaveLength(32);
  expect(facts.regions).toEqual([...facts.regions].sort());
  expect(facts.karpenterVersions[0]).toBe('0.32');
  expect(facts.karpenterVersions.indexOf('1.10')).toBeGreaterThan(facts.karpenterVersions.indexOf('1.9'));
});

test('each file is read once, and instance types are shared between regions', () => {
  expect(facts.catalog('eu-west-1')).toBe(facts.catalog('eu-west-1'));
  expect(facts.catalog('eu-west-1').types).toBe(facts.catalog('us-east-1').types);
  expect(facts.crds('1.14')).toBe(facts.crds('1.14'));
  expect(facts.crds('1.14').karpenterVersion).toBe('1.14');
});

test.each(['mars-north-1', '../instance-types', ''])('region %j is a wrong set-up', (region) => {
  expect(() => facts.catalog(region)).toThrow(PlumblineError);
});

test('an unknown Karpenter version is a setup error', () => expect(() => facts.crds('9.9')).toThrow(PlumblineError));

test.each([
  ['us-esat-1', 'Did you mean `us-east-1`?'],
  ['us-gov-wst-1', 'Did you mean `us-gov-west-1`?'],
])('region %s is probably a misspelt one', (region, help) => {
  expect(() => facts.catalog(region)).toThrow(expect.objectContaining({ help }));
});
