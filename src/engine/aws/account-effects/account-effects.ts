import type { Diagnostic } from '../../text/diagnostic.ts';
import type { AccountSides } from '../account-changes/account-sides.ts';
import { addonEffects } from './addon-effects.ts';
import { apiEndpointChanges } from './api-endpoint.ts';
import { changedTraffic } from './changed-traffic.ts';
import { karpenterInputs } from './karpenter-inputs.ts';
import { lostNodePolicies } from './node-policies.ts';

/** What a change does to an account as far as the files say it, also where nothing breaks. */
export const accountEffects = (sides: AccountSides): Diagnostic[] => [
  ...lostNodePolicies(sides),
  ...addonEffects(sides),
  ...changedTraffic(sides),
  ...apiEndpointChanges(sides),
  ...karpenterInputs(sides),
];
