import type { Diagnostic } from '../../text/diagnostic.ts';
import type { Obstacle } from './root/root.ts';

/** An obstacle as a finding that points at the related text. */
export function obstacleDiagnostic({ file, near, ...rest }: Obstacle, text: string): Diagnostic {
  const { code, severity, message, help } = rest;
  const at = near === undefined ? -1 : text.indexOf(near);
  const span = at === -1 ? { file, start: 0, end: 0 } : { file, start: at, end: at + near!.length };
  return { code, severity, message, span, labels: [], resource: null, ...(help !== undefined && { help }) };
}
