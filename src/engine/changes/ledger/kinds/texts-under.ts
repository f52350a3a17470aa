import { asMapping, asText, type Value } from '../../../manifest/model/manifest.ts';

/** The texts anywhere in a value, in the order in which they are written, of whose keys and texts `takes` is true. */
export function textsUnder(value: Value | undefined, takes: (key: string, text: string) => boolean): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: Value) => textsUnder(item, takes));

  return Object.entries(asMapping(value) ?? {}).flatMap(([key, inner]) => {
    const text = asText(inner);
    if (text === undefined) return textsUnder(inner, takes);
    if (takes(key, text)) return [text];
    return [];
  });
}
