import { plainName, plainSentence } from '../../../engine/text/escape.ts';
import { jsonText } from '../../../engine/text/log-text.ts';
import { quotedNames } from '../../../engine/text/quoted-names.ts';
import { columns } from '../../../engine/text/terminal.ts';
import { exitCode, PlumblineError } from '../../../errors.ts';
import { Repository } from '../../../io/git/repository.ts';
import { listRoots } from '../../../io/render/render-pair.ts';
import { type Tools, toolsOf } from '../../../io/render/render-root.ts';
import { isNetworkCut } from '../../../io/render/sandbox.ts';
import { readPair } from '../../../io/sides/read-pair.ts';
import type { Arguments } from '../arguments/arguments.ts';
import { configPlace } from '../input/config-place.ts';
import { logOf, stepsOn } from '../input/read-sides.ts';
import { settingsOf } from '../input/review-settings.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { writeOutput } from '../terminal/write-output.ts';
import { type ListedRoot, terraformRoots } from './terraform-roots.ts';

/** `plumbline sources`: what plumbline would render, and why it cannot render the rest. Only `--environments` and `--promotion` render anything. */
export async function runSources(input: Arguments, terminal: Terminal): Promise<number> {
  const { flags, positionals } = input;
  const isByEnvironment = flags.isOn('environments') === true || flags.isOn('promotion') === true;
  const format = flags.text('format') ?? 'text';
  const forms = isByEnvironment ? ['text', 'markdown', 'html', 'json'] : ['text', 'json'];
  if (!forms.includes(format))
    throw new PlumblineError('usage', `\`sources\` does not support \`--format ${format}\``, {
      help: `Use ${quotedNames(forms, ' or ')}${isByEnvironment ? '' : ', or add `--environments` for other formats'}.`,
    });
  const repository = new Repository(terminal.cwd);
  const settings = await settingsOf(flags, terminal, await configPlace(input, terminal, repository));
  const [base, head] = [flags.text('base'), flags.text('head')];
  const pair = await readPair({ repository, base, head, paths: positionals });
  if (isByEnvironment) {
    const { environmentsOf, matrixForms } = await import('./environment-matrix.ts');
    const { promotionDifferences } = await import('../../../engine/report/html/environment-matrix.ts');
    const log = logOf(flags, terminal);
    stepsOn(log)('rendering');
    const matrix = await environmentsOf(pair, { path: terminal.env.PATH, settings });
    log.done();
    const shown = flags.isOn('promotion') === true ? promotionDifferences(matrix) : matrix;
    writeOutput(matrixForms[format]!(shown), flags, terminal);
    return exitCode.ok;
  }
  const { roots: rendered, tools } = await listRoots(pair, { path: terminal.env.PATH, settings });
  const roots = [...rendered, ...(await terraformRoots(pair, settings))];
  const text =
    format === 'json'
      ? `${jsonText(await sourcesDocument(roots, tools, base !== undefined), 2)}\n`
      : sourcesText(roots, tools, base !== undefined);
  writeOutput(text, flags, terminal);
  return exitCode.ok;
}

async function sourcesDocument(roots: readonly ListedRoot[], tools: Tools, hasBase: boolean) {
  return {
    schemaVersion: 1,
    tools: { kustomize: tools.kustomize?.version ?? null, helm: tools.helm?.version ?? null },
    isNetworkCut: await isNetworkCut(),
    roots: roots.map(({ root, isAffected }) => ({
      name: root.name,
      tool: root.tool,
      file: root.file,
      ...(root.environment !== undefined && { environment: root.environment }),
      files: root.files.length,
      ...(hasBase && { isAffected }),
      obstacles: root.obstacles.map(({ code, severity, file, message, help }) => ({
        ...{ code, severity, file, message },
        ...(help !== undefined && { help }),
      })),
    })),
  };
}

function sourcesText(roots: readonly ListedRoot[], tools: Tools, hasBase: boolean): string {
  if (roots.length === 0) return 'No kustomizations, charts or Terraform modules found.\n';
  const heads = ['Root', 'Tool', 'Environment', 'Files', ...(hasBase ? ['Change'] : [])];
  const rows = roots.map(({ root, isAffected }) => [
    plainName(root.name, 80),
    root.tool,
    root.environment === undefined ? '' : plainName(root.environment, 20),
    String(root.files.length),
    ...(hasBase ? [isAffected ? 'affected' : ''] : []),
  ]);
  const widths = heads.map((head, i) => Math.max(...[head, ...rows.map((row) => row[i]!)].map(columns)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => cell + ' '.repeat(widths[i]! - columns(cell)))
      .join('  ')
      .trimEnd();
  const lines = rows.flatMap((row, i) => [
    line(row),
    ...roots[i]!.root.obstacles.map(
      ({ message }) => `  ${roots[i]!.root.tool === 'terraform' ? '' : 'not rendered: '}${plainSentence(message)}`,
    ),
  ]);
  const needed = [...new Set(roots.flatMap(({ root }) => toolsOf(root)))].sort().reverse();
  const programs = needed.map((name) => `${name} ${tools[name]?.version ?? 'not found'}`);
  return [line(heads), ...lines, ...(programs.length > 0 ? ['', programs.join(' · ')] : []), ''].join('\n');
}
