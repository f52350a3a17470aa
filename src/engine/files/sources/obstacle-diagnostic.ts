import type { Diagnostic } from '../../text/diagnostic.ts';
import type { Span } from '../../text/source.ts';
import type { Obstacle } from './root/root.ts';

/** An obstacle as a finding that points at the related text. */
export function obstacleDiagnostic(obstacle: Obstacle, text: string): Diagnostic {
  const { code, severity, message, help, isProminent } = obstacle;

  return {
    code,
    severity,
    message,
    span: spanOf(obstacle, text),
    labels: [],
    resource: null,
    ...(help !== undefined && { help }),
    ...(isProminent && { isProminent }),
  };
}

function spanOf({ file, near, line }: Obstacle, text: string): Span {
  const at = near === undefined ? -1 : text.indexOf(near);
  if (at !== -1) return { file, start: at, end: at + near!.length };
  if (line === undefined) return { file, start: 0, end: 0 };

  const lines = text.split('\n').slice(0, line);
  const written = lines.at(-1) ?? '';
  const start = lines.join('\n').length - written.trimStart().length;
  return { file, start, end: start + written.trim().length };
}
