import type { Diagnostic } from '../../diagnostic.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { diagnostic } from '../structural/structural-validator.ts';

/** The object for which the server's code itself gives up: what it would say is unknown. */
export function unjudged(manifest: Manifest, failure: string): Diagnostic {
  const message = `The API server's own code cannot judge this ${manifest.kind}: ${failure.slice(0, 300)}`;
  return diagnostic({ code: 'schema/unjudged', path: [], message }, manifest);
}
