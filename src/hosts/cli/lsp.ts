import type { Arguments } from './arguments/arguments.ts';
import { otherHost } from './other-host.ts';
import type { Terminal } from './terminal/terminal.ts';

interface LspProgram {
  runLanguageServer(process: NodeJS.Process): Promise<number>;
}

/** `plumbline lsp`: the language server of an editor. The editor says which folders it has open. */
export async function runLsp(_: Arguments, _terminal: Terminal): Promise<number> {
  const program = await otherHost<LspProgram>('lsp');
  return program.runLanguageServer(process);
}
