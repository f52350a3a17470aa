import { serveEditor } from './hosts/lsp/serve-editor.ts';

/** `plumbline lsp`: serves an editor over standard input and output, until it closes them. Resolves to the exit code. */
export const runLanguageServer = ({ stdin, stdout, env }: NodeJS.Process): Promise<number> =>
  serveEditor({ stdin, stdout, path: env.PATH });
