/** A key in an address: `["a"]`, `[0]`. */
export const anyKey = /\["[^"]{0,300}"\]|\[[^\]]{0,300}\]/g;

/** An address without any keys: that of the block. */
export const withoutKeys = (address: string): string => address.replace(anyKey, '');

/** Whether nobody knows which instance the last key of an address names. */
export const hasUnknownKey = (address: string): boolean => /\["?…"?\]$/.test(address);
