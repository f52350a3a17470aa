import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { PlumblineError } from '../../shared/errors.ts';
import type { Arguments } from './arguments/arguments.ts';
import { otherHost } from './other-host.ts';
import type { Terminal } from './terminal/terminal.ts';

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

  const program = await otherHost<McpProgram>('mcp');
  return program.runAssistantServer(root, process);
}
