import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { encodeInstanceTypes } from '../../engine/aws/catalog/encode-instance-types.ts';
import { encodeRegion } from '../../engine/aws/catalog/encode-region.ts';
import type { InstanceTypeTable } from '../../engine/aws/catalog/instance-type-info.ts';
import type { RegionFacts } from '../../engine/aws/catalog/region-facts.ts';
import { PlumblineError } from '../../shared/errors.ts';
import { regionFile, typesFile } from './facts-of-data.ts';

/** Writes both files of a catalog. Throws PlumblineError('usage') if the folder cannot be written. */
export function writeCatalog(folder: string, table: InstanceTypeTable, facts: RegionFacts): void {
  const texts: readonly (readonly [string, string])[] = [
    [join(folder, typesFile), encodeInstanceTypes(table)],
    [join(folder, regionFile(facts.region)), encodeRegion(facts)],
  ];

  try {
    for (const [path, text] of texts) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  } catch (cause) {
    throw new PlumblineError('usage', `The catalog cannot be written to \`${folder}\``, {
      cause,
      help: 'Choose a folder that you can write to.',
    });
  }
}
