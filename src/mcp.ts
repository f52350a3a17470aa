import { runCommandLine } from './hosts/cli/main.ts';
import { serveAssistant } from './hosts/mcp/serve-assistant.ts';

/** `plumbline mcp`: answers an assistant over standard input and output, until its client closes them. Resolves to the exit code. */
export const runAssistantServer = (root: string, { stdin, stdout, env }: NodeJS.Process): Promise<number> =>
  serveAssistant(root, { stdin, stdout, env, runCommandLine });
