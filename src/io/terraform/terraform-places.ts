import { readerOf } from '../render/render-places.ts';
import type { SourcePair } from '../sides/read-pair.ts';
import { type TerraformPair, withTerraform } from './terraform.ts';

/** The sets of a pair of folders or commits, with what their Terraform hands to the cluster. */
export async function terraformPlaces(
  { places, wanted }: SourcePair,
  { base, head }: TerraformPair,
): Promise<TerraformPair> {
  return withTerraform({
    base: base && places.base && { set: base, reader: await readerOf(places.base) },
    head: { set: head, reader: await readerOf(places.head) },
    paths: wanted,
  });
}
