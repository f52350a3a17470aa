import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readRecordings } from '../scenario.ts';
import { behaviourScenarios, suites } from './behaviours.ts';

const recorded = new Map(readRecordings().map((scenario) => [scenario.name, scenario]));
const all = suites.flatMap(({ behaviours }) => behaviours);

test('every behavior has a recorded scenario or an existing test file', () => {
  const held = all.filter(({ scenario, test: file }) => {
    return scenario === undefined ? file !== undefined && existsSync(file) : recorded.has(scenario);
  });
  expect(all.filter((behaviour) => !held.includes(behaviour)).map(({ what }) => what)).toEqual([]);
});

test('there are more than 150 scenarios, and each is listed once', () => {
  const names = behaviourScenarios().map(({ name }) => name);
  expect(names.length).toBeGreaterThan(150);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(all.map(({ scenario, test: file }) => scenario ?? file)).size).toBe(all.length);
});

test('recordings have the same manifests and settings as these files; `npm run record -- scenarios --suites OUT` writes them for a new recording', () => {
  const changed = behaviourScenarios().filter(({ name, manifests, settings }) => {
    // Descriptions are for readers. A recording keeps the one that it was made with.
    const { name: _, description: __, ...known } = recorded.get(name)?.settings ?? {};
    const { description: ___, ...written } = settings ?? {};
    return recorded.get(name)?.manifests !== manifests || JSON.stringify(known) !== JSON.stringify(written);
  });
  expect(changed.map(({ name }) => name)).toEqual([]);
});
