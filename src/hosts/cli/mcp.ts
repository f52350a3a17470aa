import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { PlumblineError } from '../../errors.ts';
import type { Arguments } from './arguments/arguments.ts';
import type { Terminal } from './terminal/terminal.ts';

/** A host imports no other host, so the server is loaded by its URL, next to the bundle or in the sources. */
const entry = new URL(import.meta.url.endsWith('.ts') ? '../../mcp.ts' : './mcp.js', import.meta.url).href;

interface McpProgram {
  runAssistantServer(root: string, process: NodeJS.Process): Promise<number>;
}

/** `plumbline mcp [FOLDER]`: serves the tools of an assistant, which can read the files of this folder only. */
export async function runMcp({ positionals }: Arguments, { cwd }: Terminal): Promise<number> {
  const [folder = '.', ...others] = positionals;
  const root = resolve(cwd, folder);
  if (others.length > 0 || statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new PlumblineError('usage', `\`mcp\` needs one folder that exists, not \`${positionals.join(' ')}\``, {
      help: 'Run `plumbline mcp .` in the folder that the assistant may read.',
    });
  const program = (await import(entry)) as McpProgram;
  return program.runAssistantServer(root, process);
}
