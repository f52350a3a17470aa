/**
 * Amounts by resource name: `cpu` in millicores, everything else in its base unit (bytes, pods, devices).
 * A name that is absent is zero.
 */
export type Resources = ReadonlyMap<string, number>;
