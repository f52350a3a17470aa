import type { Readable, Writable } from 'node:stream';
import { createConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { exitCode } from '../../shared/errors.ts';
import { EditorSession } from './editor-session.ts';

/** What the server gets from its process. */
interface EditorProcess {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** PATH, where kustomize and helm are looked for. */
  readonly path: string | undefined;
}

/** Serves one editor over a pair of streams, until it ends. Resolves to the exit code. */
export function serveEditor({ stdin, stdout, path }: EditorProcess): Promise<number> {
  const connection = createConnection(new StreamMessageReader(stdin), new StreamMessageWriter(stdout));
  const session = new EditorSession(connection, path);
  session.listen();

  return new Promise((resolve) => {
    const end = (): void => resolve(exitCode.ok);
    connection.onExit(end);
    stdin.once('end', end);
    connection.listen();
  });
}
