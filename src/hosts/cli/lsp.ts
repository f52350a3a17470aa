import type { Arguments } from './arguments/arguments.ts';
import type { Terminal } from './terminal/terminal.ts';

/** A host imports no other host, so the server is loaded by its URL, next to the bundle or in the sources. */
const entry = new URL(import.meta.url.endsWith('.ts') ? '../../lsp.ts' : './lsp.js', import.meta.url).href;

interface LspProgram {
  runLanguageServer(process: NodeJS.Process): Promise<number>;
}

/** `plumbline lsp`: the language server of an editor. The editor says which folders it has open. */
export async function runLsp(_: Arguments, _terminal: Terminal): Promise<number> {
  const program = (await import(entry)) as LspProgram;
  return program.runLanguageServer(process);
}
