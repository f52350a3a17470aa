import { fileURLToPath } from 'node:url';
import {
  type CodeAction,
  type CodeLens,
  CodeLensRefreshRequest,
  type CompletionItem,
  type Connection,
  type Hover,
  type InitializeParams,
  type InitializeResult,
  LogMessageNotification,
  MessageType,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { version } from '../../io/version.ts';
import { codeActions } from './code-actions.ts';
import { codeLenses } from './code-lenses.ts';
import { completions } from './completions.ts';
import { diagnosticsByFile } from './diagnostics.ts';
import type { EditorReview } from './editor-review.ts';
import { hover } from './hover.ts';
import { Workspace } from './workspace.ts';

/** One editor with its open folders and documents. */
export class EditorSession {
  readonly #connection: Connection;
  readonly #path: string | undefined;
  readonly #documents = new TextDocuments(TextDocument);
  #workspaces: readonly Workspace[] = [];
  #canRefreshLenses = false;

  constructor(connection: Connection, path: string | undefined) {
    this.#connection = connection;
    this.#path = path;
  }

  /** Registers the handlers. */
  listen(): void {
    const connection = this.#connection;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => this.#reload());
    this.#documents.onDidChangeContent(({ document }) => this.#changed(document));
    this.#documents.onDidSave(() => this.#reload());
    this.#documents.onDidClose(({ document }) => this.#closed(document));
    connection.onDidChangeWatchedFiles(() => this.#reload());
    connection.onCodeAction(({ textDocument, range }): CodeAction[] =>
      this.#answer(textDocument.uri, [], (review, file) => codeActions(review, { file, range })),
    );
    connection.onHover(({ textDocument, position }): Hover | null =>
      this.#answer(textDocument.uri, null, (review, _, document) => hover(review, { document, position })),
    );
    connection.onCompletion(({ textDocument, position }): CompletionItem[] =>
      this.#answer(textDocument.uri, [], (review, _, document) => completions(review, { document, position })),
    );
    connection.onCodeLens(({ textDocument }): CodeLens[] =>
      this.#answer(textDocument.uri, [], (review, _, document) => codeLenses(review, document)),
    );
    this.#documents.listen(connection);
  }

  #initialize({ workspaceFolders, rootUri, capabilities }: InitializeParams): InitializeResult {
    this.#canRefreshLenses = capabilities.workspace?.codeLens?.refreshSupport === true;
    const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);

    this.#workspaces = uris
      .filter((uri) => uri.startsWith('file:'))
      .map(
        (uri) =>
          new Workspace(fileURLToPath(uri), {
            path: this.#path,
            onReview: (review) => this.#publish(uri, review),
            onError: (text) => this.#log(text),
          }),
      );

    return {
      serverInfo: { name: 'plumbline', version },
      capabilities: {
        textDocumentSync: TextDocumentSyncKind.Incremental,
        codeActionProvider: { codeActionKinds: ['quickfix'] },
        hoverProvider: true,
        completionProvider: { triggerCharacters: [' ', '[', ',', '"', '/'] },
        codeLensProvider: {},
      },
    };
  }

  #workspaceOf(uri: string): { readonly workspace: Workspace; readonly file: string } | undefined {
    if (!uri.startsWith('file:')) return undefined;
    const path = fileURLToPath(uri);

    for (const workspace of this.#workspaces) {
      const file = workspace.fileOf(path);
      if (file !== undefined) return { workspace, file };
    }

    return undefined;
  }

  /** Answers about a document from the latest review of its workspace. */
  #answer<T>(uri: string, nothing: T, ask: (review: EditorReview, file: string, document: TextDocument) => T): T {
    const workspace = this.#workspaceOf(uri);
    const document = this.#documents.get(uri);
    const review = workspace?.workspace.latest;
    if (workspace && document && review) return ask(review, workspace.file, document);
    return nothing;
  }

  #changed(document: TextDocument): void {
    const workspace = this.#workspaceOf(document.uri);
    workspace?.workspace.open(workspace.file, document.getText());
  }

  #closed(document: TextDocument): void {
    const workspace = this.#workspaceOf(document.uri);
    workspace?.workspace.close(workspace.file);
  }

  #reload(): void {
    for (const workspace of this.#workspaces) workspace.reload();
  }

  #log(message: string): void {
    void this.#connection.sendNotification(LogMessageNotification.type, { type: MessageType.Error, message });
  }

  /** The files with findings of each folder. A file that has none any more gets an empty list. */
  readonly #published = new Map<string, ReadonlySet<string>>();

  #publish(folder: string, review: EditorReview): void {
    const byFile = diagnosticsByFile(review);
    const files = new Set([...(this.#published.get(folder) ?? []), ...byFile.keys()]);
    for (const uri of files) void this.#connection.sendDiagnostics({ uri, diagnostics: byFile.get(uri) ?? [] });
    this.#published.set(folder, new Set(byFile.keys()));
    if (this.#canRefreshLenses) void this.#connection.sendRequest(CodeLensRefreshRequest.type);
  }
}
