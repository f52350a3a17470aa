import { type KubeObject, textOf } from '../manifests.ts';
import type { SetUp } from '../set-up.ts';

/** The default location of a setup. */
export const virginia: SetUp['settings'] = { region: 'us-east-1', spotPricing: 'advisor' };

/** Setups with the same settings: name → objects. */
export const setUpsOf = (
  rows: Readonly<Record<string, readonly KubeObject[]>>,
  settings: SetUp['settings'] = {},
): readonly SetUp[] =>
  Object.entries(rows).map(([name, objects]) => {
    return { name, manifests: textOf(...objects), settings: { ...virginia, ...settings } };
  });
