import type { Diagnostic } from '../../text/diagnostic.ts';
import type { AccountSides } from '../account-changes/account-sides.ts';
import { lateAddons, recreatedAddons } from './late-addons.ts';
import { removedKeys } from './removed-keys.ts';

/** What a change does to new clusters, and to what new nodes need from the account. */
export const clusterChanges = (sides: AccountSides): Diagnostic[] => [
  ...lateAddons(sides),
  ...recreatedAddons(sides),
  ...removedKeys(sides),
];
