import { type WorldAspect, worldAspects, worldPicture } from '../conformance/disruption/picture.ts';
import type { ExpectedCourse } from '../conformance/disruption/world.ts';
import type { Answer } from './oracle.ts';

/** The answers of oracles about a world. */
export type WorldAnswer = Answer<ExpectedCourse>;

/** expected.json of a world: what the real disruption controllers did, and how much of it depended on chance. */
export interface WorldRecording {
  readonly oracle: Readonly<Record<string, string>>;
  /** How often the real build ran. The other one runs once. */
  readonly runs: number;
  readonly stable: boolean;
  /** Per aspect, whether all real runs and the one with ties broken by name agree. */
  readonly stableAspects: Readonly<Record<WorldAspect, boolean>>;
  /** The result with ties broken by name. */
  readonly result: ExpectedCourse;
}

/** Combines the answers of both builds. Throws if one could not run the world. */
export function worldRecordingOf(
  byName: WorldAnswer,
  real: WorldAnswer = { name: byName.name, runs: [] },
): WorldRecording {
  const [result] = byName.runs ?? [];
  if (real.runs === undefined || result === undefined) throw new Error(`${real.name}: ${real.error ?? byName.error}`);
  const [picture, pictures] = [worldPicture(result), real.runs.map(worldPicture)];
  const agrees = (aspect: WorldAspect): boolean =>
    pictures.length > 0 && pictures.every((each) => each[aspect] === picture[aspect]);
  const stableAspects = Object.fromEntries(
    worldAspects.map((aspect) => [aspect, agrees(aspect)]),
  ) as WorldRecording['stableAspects'];
  const stable = worldAspects.every((aspect) => stableAspects[aspect]);
  return { oracle: byName.versions ?? {}, runs: pictures.length, stable, stableAspects, result };
}
