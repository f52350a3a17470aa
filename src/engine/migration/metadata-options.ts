import type { Value } from '../manifest/manifest.ts';
import { type Fields, fieldsOf } from './fields.ts';

/** What stands for fields left out before v1: two hops, where v1 has one. */
const oldDefaults: Fields = {
  httpEndpoint: 'enabled',
  httpProtocolIPv6: 'disabled',
  httpPutResponseHopLimit: 2,
  httpTokens: 'required',
};

/** metadataOptions with the old version's defaults written out. */
export const v1beta1MetadataOptions = (options: Value | undefined): Fields => ({
  ...oldDefaults,
  ...fieldsOf(options),
});

/** Says that the hop limit was a default that v1 changed. */
export const hopLimitNote = (options: Value | undefined): string[] =>
  fieldsOf(options).httpPutResponseHopLimit === undefined
    ? ['`metadataOptions.httpPutResponseHopLimit` stays 2, its old default; v1 would take 1.']
    : [];
