import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readRecordings } from '../scenario.ts';
import { behaviourScenarios, suites } from './behaviours.ts';

const recorded = new Map(readRecordings().map((scenario) => [scenario.name, scenario]));
const all = suites.flatMap(({ behaviours }) => behaviours);

test('every behaviour has a recorded scenario, or a test', () => {
  const held = all.filter(({ scenario, test: file }) => {
    return scenario === undefined ? file !== undefined && existsSync(file) : recorded.has(scenario);
  });
  expect(all.filter((behaviour) => !held.includes(behaviour)).map(({ what }) => what)).toEqual([]);
});

test('there are many, and each scenario is written once', () => {
  const names = behaviourScenarios().map(({ name }) => name);
  expect(names.length).toBeGreaterThan(150);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(all.map(({ scenario, test: file }) => scenario ?? file)).size).toBe(all.length);
});

test('what was recorded is what is written here; `npm run record -- --suites OUT` writes it for a new recording', () => {
  const changed = behaviourScenarios().filter(({ name, manifests, settings }) => {
    const { name: _, ...known } = recorded.get(name)?.settings ?? {};
    return recorded.get(name)?.manifests !== manifests || JSON.stringify(known) !== JSON.stringify(settings);
  });
  expect(changed.map(({ name }) => name)).toEqual([]);
});
