import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { exitCode } from '../../shared/errors.ts';
import { assistantServer } from './assistant-server.ts';
import { type CommandLine, commandRunner } from './command-runner.ts';

/** The streams and the command line that the server uses. */
interface AssistantProcess extends CommandLine {
  readonly stdin: Readable;
  readonly stdout: Writable;
}

/** Serves the tools over a pair of streams until the client closes them. Resolves to the exit code. */
export async function serveAssistant(
  root: string,
  { stdin, stdout, ...commandLine }: AssistantProcess,
): Promise<number> {
  const server = assistantServer(root, commandRunner(root, commandLine));
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
    stdin.once('end', resolve);
    stdin.once('close', resolve);
  });

  await server.connect(new StdioServerTransport(stdin, stdout));
  await closed;

  return exitCode.ok;
}
