import { expect, test } from 'vitest';
import { validatedBy } from '../../../src/engine/files/schema/server/server-validation.test-support.ts';
import { validateSchema } from '../../../src/engine/files/schema/validate.ts';
import { parseManifests } from '../../../src/engine/manifest/parse.ts';
import { loadApiServer } from '../../../src/io/api-server/api-server.ts';
import { openFacts } from '../../../src/io/catalog/facts.ts';
import { sample } from '../../extent.ts';
import { readProviderCases } from './pack-cases.ts';

const pack = openFacts('data').crds('1.15');
/** mutations.test.ts compares the verdict on every case. These tests are about what a review makes of them. */
const cases = readProviderCases().filter((_, i) => i % 5 === 0);
const judged = sample(cases, ({ id }) => id, { oneOf: 5 });
const parsed = (text: string) => parseManifests({ file: 'a.json', text }, { set: {} }).manifests;

const { judge } = await loadApiServer();

test('objects of other providers have findings exactly where the API server rejects them or warns', () => {
  const differing = judged.flatMap(({ id, text, oldText, strict }) => {
    const base = oldText === undefined ? {} : { base: parsed(oldText) };
    const found = validatedBy(judge, { manifests: parsed(text), pack, ...base });
    const [isRejected, isWarned] = [strict.status >= 400, strict.warnings !== undefined];
    const refusals = found.filter(({ code, severity }) => code !== 'schema/warning' && severity !== 'note');
    const warnings = found.filter(({ code }) => code === 'schema/warning');
    const isSame = refusals.length > 0 === isRejected && (isRejected || warnings.length > 0 === isWarned);
    return isSame ? [] : [[id, found.map(({ message }) => message)]];
  });
  expect([judged.length > 10, differing]).toEqual([true, []]);
});

test('without the API server’s code, nothing is reported that the server accepts', () => {
  const accepted = cases.filter(({ strict }) => strict.status < 300);
  const found = accepted.flatMap(({ text }) => validateSchema(parsed(text), pack).map(({ message }) => message));
  expect([accepted.length > 10, found]).toEqual([true, []]);
});

test.each([
  [
    'a rule, without the words about a value that is not printed',
    '{ imageFamily: Ubuntu2404, fipsMode: FIPS }',
    ['`spec`: FIPS is not yet supported for Ubuntu2404'],
  ],
  [
    'a text that is not a number, without the advice to remove the quotes',
    '{ maxPods: many }',
    ['`spec.maxPods` must be a whole number, but is "many", a string'],
  ],
  [
    'a number in quotes',
    '{ maxPods: "50" }',
    ['`spec.maxPods` must be a whole number, but is "50", a string', 'Remove the quotes.'],
  ],
])('says %s', (_, spec, expected) => {
  const text = `{ apiVersion: karpenter.azure.com/v1beta1, kind: AKSNodeClass, metadata: { name: a }, spec: ${spec} }`;
  const found = validatedBy(judge, { manifests: parsed(text), pack }).slice(0, 1);
  const about = / ?plumbline knows AKSNodeClass as of .*$/;
  expect(found.flatMap(({ message, help }) => [message, help?.replace(about, '')]).filter(Boolean)).toEqual(expected);
});
