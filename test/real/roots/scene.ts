import { stringify } from 'yaml';
import { Random } from '../../conformance/generator/random.ts';
import { type ChartPart, chartDevices, chartFiles } from './charts.ts';
import {
  chartDefinitions,
  chartFolder,
  type Definition,
  kustomizationDefinitions,
  kustomizationFolder,
} from './definitions.ts';
import type { Device } from './device.ts';
import { Knobs } from './knobs.ts';
import { fieldsOf, kustomizationDevices } from './kustomizations.ts';
import { subjects } from './subjects.ts';

/** A change of a repository in which something applies a chart or a kustomization. */
export interface Scene {
  /** What it has and what the change edits, for people. */
  readonly name: string;
  readonly base: Definition;
  readonly head: Definition;
}

interface Built extends Definition {
  readonly name: string;
}

/** A scene whose choices depend only on a seed. The change turns one knob, seldom two. */
export function sceneOf(seed: number): Scene {
  const knobs = new Knobs();
  const base = sideOf(seed, knobs);
  const random = new Random(seed ^ 0x5bd1e995);
  const names = [...new Set(knobs.names)];
  const turned = random.sample(names, Math.min(names.length, random.pick(1, 1, 1, 2)));
  const head = sideOf(seed, new Knobs(turned));
  return { name: `${base.name}; changes ${turned.join(', ')}`, base, head };
}

function sideOf(seed: number, knobs: Knobs): Built {
  const random = new Random(seed);
  return random.chance(0.5) ? chartSide(random, knobs) : kustomizationSide(random, knobs);
}

function chartSide(random: Random, knobs: Knobs): Built {
  const devices = some(chartDevices, random);
  const parts: readonly ChartPart[] = devices.map(([, make], i) => make(deviceOf(`o${i}`, random, knobs)));
  const [[how, define]] = random.sample(Object.entries(chartDefinitions), 1) as [
    [string, (typeof chartDefinitions)[string]],
  ];
  const values = Object.assign({}, ...parts.map((part) => part.values)) as Readonly<Record<string, unknown>>;
  const definition = define(values, { random, knobs });
  return {
    name: `a chart applied ${how}: ${devices.map(([name]) => name).join(', ')}`,
    files: { ...chartFiles(chartFolder, 'web', parts), ...definition.files },
    print: definition.print,
  };
}

function kustomizationSide(random: Random, knobs: Knobs): Built {
  const devices = some(kustomizationDevices, random);
  const parts = devices.map(([, make], i) => make(deviceOf(`o${i}`, random, knobs)));
  const [[how, define]] = random.sample(Object.entries(kustomizationDefinitions), 1) as [
    [string, (typeof kustomizationDefinitions)[string]],
  ];
  const definition = define({ random, knobs });
  const files = Object.fromEntries(
    parts.flatMap((part) => Object.entries(part.files).map(([path, text]) => [`${kustomizationFolder}/${path}`, text])),
  );
  return {
    name: `a kustomization applied ${how}: ${devices.map(([name]) => name).join(', ')}`,
    files: {
      ...files,
      [`${kustomizationFolder}/kustomization.yaml`]: stringify(fieldsOf(parts)),
      ...definition.files,
    },
    print: definition.print,
  };
}

const some = <T>(devices: Readonly<Record<string, T>>, random: Random): [string, T][] =>
  random.sample(Object.entries(devices), random.pick(1, 1, 2));

/** A device with an object of its own. */
const deviceOf = (name: string, random: Random, knobs: Knobs): Device => ({
  name,
  subject: random.pick(...subjects),
  knobs,
  random,
});
