import { type Disposable, type ExtensionContext, commands, window, workspace } from 'vscode';
import { type Executable, LanguageClient, type LanguageClientOptions } from 'vscode-languageclient/node';

let client: LanguageClient | undefined;

/** Starts `plumbline lsp` for the open folders. */
export async function activate(context: ExtensionContext): Promise<void> {
  const output = window.createOutputChannel('plumbline', { log: true });
  const start = async (): Promise<void> => {
    await stop();
    client = new LanguageClient('plumbline', 'plumbline', server(context), { ...options, outputChannel: output });
    await client.start();
  };
  const own: readonly Disposable[] = [
    output,
    commands.registerCommand('plumbline.restart', start),
    commands.registerCommand('plumbline.showOutput', () => output.show()),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('plumbline')) void start();
    }),
  ];
  context.subscriptions.push(...own);
  await start();
}

/** Ends the server when the window closes. */
export const deactivate = (): Promise<void> => stop();

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.dispose();
}

/** The command of the settings, or the command line inside the extension, run by the editor's own Node. */
function server(context: ExtensionContext): Executable {
  const command = workspace.getConfiguration('plumbline').get<string>('command');
  if (command) return { command, args: ['lsp'] };
  return {
    command: process.execPath,
    args: [context.asAbsolutePath('dist/cli.js'), 'lsp'],
    options: { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } },
  };
}

const options: LanguageClientOptions = {
  documentSelector: ['yaml', 'helm', 'json', 'terraform'].map((language) => ({ scheme: 'file', language })),
  synchronize: { fileEvents: workspace.createFileSystemWatcher('**/*.{yaml,yml,json,tf,tpl}') },
};
