import { signedUsd } from '../wording/figures.ts';

/** An amount with its sign for a table cell. A word joiner keeps a phone from breaking the line between the minus and the amount. */
export const unbrokenUsd = (amount: number): string => signedUsd(amount).replace('−', '−&#8288;');
