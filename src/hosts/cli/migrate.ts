import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { TargetVersion } from '../../engine/files/migration/migrate-draft.ts';
import { type FileMigrations, migrateFiles } from '../../engine/files/migration/migrate-files.ts';
import { unifiedDiff } from '../../engine/files/migration/unified-diff.ts';
import { applyEdits } from '../../engine/manifest/edit.ts';
import type { Diagnostic } from '../../engine/text/diagnostic.ts';
import { LineIndex, type Source } from '../../engine/text/source.ts';
import { byCount, plural } from '../../engine/text/words/plural.ts';
import { readFolder, repositoryTop } from '../../io/files/files.ts';
import { exitCode, PlumblineError } from '../../shared/errors.ts';
import type { Arguments } from './arguments/arguments.ts';
import { pathForUser } from './review/shown-paths.ts';
import { readManifests } from './terminal/stdin.ts';
import type { Terminal } from './terminal/terminal.ts';
import { writeOutput } from './terminal/write-output.ts';

/** A file and its migrated text. */
interface Rewritten {
  readonly source: Source;
  readonly text: string;
}

/**
 * `plumbline migrate PATH…`: prints a patch to a newer Karpenter API, or edits the files with `--write`. Resolves to 1 if a file cannot
 * be migrated or read. That file stays as it is.
 */
export async function runMigrate({ flags, positionals }: Arguments, terminal: Terminal): Promise<number> {
  const isWriting = flags.isOn('write') === true;
  refuseBadPaths(positionals, isWriting);
  const root = repositoryTop(terminal.cwd);
  const head = await readFolder(root, positionals, { from: terminal.cwd, stdin: () => readManifests(terminal.stdin) });
  const migrations = migrateFiles(head.sources, (flags.text('to') ?? 'v1') as TargetVersion);
  const files = rewritten(head.sources, migrations);

  if (isWriting) for (const file of files) write(resolve(root, file.source.file), file);
  else {
    const patch = files.map(({ source, text }) => unifiedDiff(source.file, source.text, text)).join('');
    writeOutput(patch, flags, terminal, 'document');
  }

  const shown = { findings: [...head.diagnostics, ...migrations.diagnostics], sources: head.sources, root };
  if (flags.isOn('quiet') !== true) report({ ...shown, files: files.length, isWriting }, terminal);
  for (const file of migrations.left)
    terminal.stderr.write(`not migrated: ${pathForUser({ root, cwd: terminal.cwd }, file)}\n`);

  const isUnread = head.diagnostics.some(({ severity }) => severity === 'error');
  if (isUnread || migrations.left.length > 0) return exitCode.findings;
  return exitCode.ok;
}

function refuseBadPaths(paths: readonly string[], isWriting: boolean): void {
  if (paths.length === 0)
    throw new PlumblineError('usage', '`migrate` needs a path', {
      help: 'Run `plumbline migrate .` to migrate all files in this folder.',
    });

  if (isWriting && paths.includes('-'))
    throw new PlumblineError('usage', '`--write` cannot edit standard input', {
      help: 'Name files or folders instead of `-`.',
    });
}

const rewritten = (sources: readonly Source[], { documents }: FileMigrations): Rewritten[] =>
  sources.flatMap((source) => {
    const edits = documents.filter(({ file }) => file === source.file);
    if (edits.length === 0) return [];
    return [{ source, text: applyEdits(source.text, edits) }];
  });

function write(path: string, { source, text }: Rewritten): void {
  try {
    // Read again: a file in another encoding must not be written back as UTF-8.
    if (readFileSync(path, 'utf8') !== source.text)
      throw new PlumblineError('usage', `\`${source.file}\` is not UTF-8, or it changed while plumbline was running`, {
        help: 'Save it as UTF-8 and run `plumbline migrate` again.',
      });

    writeFileSync(path, text);
  } catch (cause) {
    if (cause instanceof PlumblineError) throw cause;

    const help = 'Give the user who runs plumbline permission to write it.';
    throw new PlumblineError('usage', `\`${source.file}\` cannot be written`, { cause, help });
  }
}

interface Outcome {
  readonly findings: readonly Diagnostic[];
  readonly sources: readonly Source[];
  readonly root: string;
  readonly files: number;
  readonly isWriting: boolean;
}

/** One line for each finding in the format of compilers, so that editors find the place. */
function report({ findings, sources, root, files, isWriting }: Outcome, { stderr, cwd }: Terminal): void {
  const texts = new Map(sources.map(({ file, text }) => [file, new LineIndex(text)]));
  for (const { span, severity, message, help, code } of findings) {
    const { line, column } = texts.get(span.file)?.position(span.start) ?? { line: 1, column: 1 };
    const place = `${pathForUser({ root, cwd }, span.file)}:${line}:${column}`;
    const helpLine = help ? `  help: ${plain(help)}\n` : '';
    stderr.write(`${place}: ${severity}: ${plain(message)} [${code}]\n${helpLine}`);
  }

  const count = plural(files, 'file');

  if (files === 0) stderr.write('nothing to migrate\n');
  else if (isWriting) stderr.write(`migrated ${count}\n`);
  else stderr.write(`${count} to migrate; pass \`--write\` to edit ${byCount(files, 'it', 'them')}\n`);
}

/** Names from manifests must not control the terminal. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '·');
