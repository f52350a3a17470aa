import type { Manifest } from '../../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../../text/diagnostic.ts';
import { diagnostic } from '../structural/structural-validator.ts';

/** The finding for an object that the server's code cannot process, so its verdict is unknown. */
export function unjudgedFinding(manifest: Manifest, failure: string): Diagnostic {
  const message = `This ${manifest.kind} could not be validated, because the API server's code failed: ${failure.slice(0, 300)}`;
  return diagnostic({ code: 'schema/unjudged', path: [], message }, manifest);
}
