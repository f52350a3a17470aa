import type { RelatedPlaces } from '../../../engine/review/context/review-data.ts';
import { listIf } from '../../../engine/text/list-if.ts';
import { plainName, plainSentence } from '../../../engine/text/words/escape.ts';
import { jsonText } from '../../../engine/text/words/log-text.ts';
import { quotedNames } from '../../../engine/text/words/quoted-names.ts';
import { columns } from '../../../engine/text/words/terminal.ts';
import { textIf } from '../../../engine/text/words/text-if.ts';
import { Repository } from '../../../io/git/repository.ts';
import { isolation } from '../../../io/render/isolation.ts';
import { listRoots } from '../../../io/render/render-pair.ts';
import { type Tools, toolsOf } from '../../../io/render/render-root.ts';
import { isNetworkCut } from '../../../io/render/sandbox.ts';
import { readPair } from '../../../io/sides/read-pair.ts';
import { exitCode, PlumblineError } from '../../../shared/errors.ts';
import type { Arguments } from '../arguments/arguments.ts';
import { configPlace } from '../input/config-place.ts';
import { logOf, stepsOn } from '../input/read-sides.ts';
import { settingsOf } from '../input/review-settings.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { writeOutput } from '../terminal/write-output.ts';
import { type EnvironmentSource, environmentSourceOf, type PlainFiles, plainFiles } from './related-environment.ts';
import { relatedFiles } from './related-files.ts';
import { type ListedRoot, terraformRoots } from './terraform-roots.ts';

/** `plumbline sources`: what plumbline would render, and why it cannot render the rest. Only `--environments` and `--promotion` render anything. */
export async function runSources(input: Arguments, terminal: Terminal): Promise<number> {
  const { flags, positionals } = input;
  const isByEnvironment = flags.isOn('environments') === true || flags.isOn('promotion') === true;
  const format = flags.text('format') ?? 'text';
  const forms = isByEnvironment ? ['text', 'markdown', 'html', 'json'] : ['text', 'json'];

  if (!forms.includes(format))
    throw new PlumblineError('usage', `\`sources\` does not support \`--format ${format}\``, {
      help: `Use ${quotedNames(forms, ' or ')}${textIf(!isByEnvironment, ', or add `--environments` for other formats')}.`,
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

  const listed = {
    roots,
    plain: plainFiles(pair.head.sources, roots, settings),
    related: await relatedFiles(pair, settings),
    tools,
    hasBase: base !== undefined,
  };

  const text = format === 'json' ? `${jsonText(await sourcesDocument(listed), 2)}\n` : sourcesText(listed);

  writeOutput(text, flags, terminal);

  return exitCode.ok;
}

/** What the command shows. */
interface ListedSources {
  readonly roots: readonly ListedRoot[];
  readonly plain: readonly PlainFiles[];
  /** The clusters in which Terraform belongs together with other files. */
  readonly related: readonly RelatedPlaces[];
  readonly tools: Tools;
  readonly hasBase: boolean;
}

async function sourcesDocument({ roots, plain, related, tools, hasBase }: ListedSources) {
  return {
    schemaVersion: 1,
    tools: { kustomize: tools.kustomize?.version ?? null, helm: tools.helm?.version ?? null },
    isIsolated: 'unshare' in (await isolation()),
    isNetworkCut: await isNetworkCut(),
    roots: roots.map(({ root, isAffected }) => ({
      name: root.name,
      tool: root.tool,
      file: root.file,
      ...(root.environment !== undefined && {
        environment: root.environment,
        environmentSource: environmentSourceOf(root),
      }),
      files: root.files.length,
      ...(hasBase && { isAffected }),
      obstacles: root.obstacles.map(({ code, severity, file, message, help }) => ({
        code,
        severity,
        file,
        message,
        ...(help !== undefined && { help }),
      })),
    })),
    plainFiles: plain.map(({ place, files, environment, environmentSource }) => ({
      place,
      files,
      ...(environment !== undefined && { environment, environmentSource }),
    })),
    clusters: related,
  };
}

function sourcesText({ roots, plain, related, tools, hasBase }: ListedSources): string {
  const files = [plainText(plain), clustersText(related)].filter((text) => text !== '').join('\n');
  if (roots.length === 0) return `No kustomizations, charts or Terraform modules found.\n${files && `\n${files}`}`;

  const heads = ['Root', 'Tool', 'Environment', 'Files', ...listIf(hasBase, 'Change')];
  const rows = roots.map(({ root, isAffected }) => [
    plainName(root.name, 80),
    root.tool,
    environmentText(root.environment, environmentSourceOf(root)),
    String(root.files.length),
    ...listIf(hasBase, isAffected ? 'affected' : ''),
  ]);

  const line = aligned([heads, ...rows]);

  const lines = rows.flatMap((row, i) => [
    line(row),
    ...roots[i]!.root.obstacles.map(
      ({ message }) => `  ${textIf(roots[i]!.root.tool !== 'terraform', 'not rendered: ')}${plainSentence(message)}`,
    ),
  ]);

  const needed = [...new Set(roots.flatMap(({ root }) => toolsOf(root)))].sort().reverse();
  const programs = needed.map((name) => `${name} ${tools[name]?.version ?? 'not found'}`);
  const shown = [line(heads), ...lines, ...listIf(programs.length > 0, '', programs.join(' · ')), ''].join('\n');

  if (files === '') return shown;
  return `${shown}\n${files}`;
}

/** `prod (folder)`: the environment, and what says so. */
const environmentText = (environment: string | undefined, source: EnvironmentSource | undefined): string => {
  if (environment === undefined) return '';
  return `${plainName(environment, 20)} (${source})`;
};

/** The places that are reviewed as one cluster, and why; empty if there are none. */
const clustersText = (related: readonly RelatedPlaces[]): string =>
  related
    .map(({ places, reasons }) => {
      const why = reasons.map((reason) => plainSentence(reason)).join('; ');
      const cause = why === '' ? 'one folder' : why;
      return `Reviewed as one cluster (${cause}):\n${places.map((place) => `  ${plainSentence(place)}\n`).join('')}`;
    })
    .join('\n');

/** The files that are read as they are; empty if there are none. */
function plainText(plain: readonly PlainFiles[]): string {
  if (plain.length === 0) return '';

  const rows = plain.map(({ place, files, environment, environmentSource }) => [
    plainName(place, 80),
    environmentText(environment, environmentSource),
    String(files),
  ]);

  const heads = ['Read as they are', 'Environment', 'Files'];

  return [heads, ...rows]
    .map(aligned([heads, ...rows]))
    .join('\n')
    .concat('\n');
}

/** Prints cells in columns that are as wide as the widest cell of all rows. */
function aligned(rows: readonly (readonly string[])[]): (cells: readonly string[]) => string {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => columns(row[i]!))));
  return (cells) =>
    cells
      .map((cell, i) => cell + ' '.repeat(widths[i]! - columns(cell)))
      .join('  ')
      .trimEnd();
}
