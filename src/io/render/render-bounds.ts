import { availableParallelism } from 'node:os';

/** Limits of one run. */
export interface SandboxLimits {
  readonly seconds: number;
  /** Largest standard output. */
  readonly outputBytes: number;
  /** Largest total size of the files written for it. */
  readonly inputBytes: number;
  /** Largest memory that the program may allocate. */
  readonly memoryBytes: number;
  /** How many processors its threads use. Default: all. */
  readonly processors?: number;
}

/** Limits of a run, if nothing else is set. */
export const defaultLimits: SandboxLimits = {
  seconds: 30,
  outputBytes: 32 * 1024 * 1024,
  inputBytes: 128 * 1024 * 1024,
  memoryBytes: 4 * 1024 * 1024 * 1024,
};

/** Bounds of the rendering of one review. */
export interface RenderBounds {
  /** No program is started after this time. */
  readonly seconds: number;
  /** How many programs run at the same time. */
  readonly atOnce: number;
  readonly limits: SandboxLimits;
}

/** The bounds of a process that does nothing else. */
export const defaultBounds: RenderBounds = {
  seconds: 300,
  atOnce: Math.min(4, availableParallelism()),
  limits: defaultLimits,
};
