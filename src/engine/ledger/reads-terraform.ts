import { asMapping, asText } from '../manifest/manifest.ts';
import type { KnownResources } from '../terraform/resources/resource-makers.ts';
import type { ReadsTerraform } from './field-judgement.ts';
import { nestedReads } from './nested-reads.ts';

/** Whether a provider's rules or the simulation read an argument of a resource or module. */
export const readsTerraform =
  (resources: readonly KnownResources[]): ReadsTerraform =>
  (kind, spec, field) =>
    resources.some(({ readsArgument }) =>
      readsArgument?.(kind, asText(asMapping(spec)?.source), nestedReads(field.split('.'))),
    );
