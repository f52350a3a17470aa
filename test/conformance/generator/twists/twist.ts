import type { Draft } from '../draft.ts';

/** Changes a finished scenario in a way that the generator itself does not use. Returns false if there was nothing to change. */
export type Twist = (draft: Draft) => boolean;
