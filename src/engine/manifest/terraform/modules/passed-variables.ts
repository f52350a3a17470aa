import { listIf } from '../../../text/list-if.ts';
import { resolvePath } from '../../../text/source.ts';

/** A variables file in a command. */
interface NamedVariables {
  /** The path as it is written, without a leading variable such as `$ROOT/`. */
  readonly path: string;
  /** It starts with a variable, which is mostly the folder of the repository. */
  readonly isAnchored: boolean;
}

/** The variables files of one command, in its order. Null is one that is known only when the command runs. */
export type PassedVariables = readonly (NamedVariables | null)[];

/** The variables files of a root module next to those of its environments. Of two that set a variable, the later one counts. */
export interface SharedVariables {
  readonly first: readonly string[];
  readonly last: readonly string[];
}

/** Files that run commands of Terraform: scripts, rules of make and the like, and pipelines. */
const runsCommands =
  /\.(?:sh|bash|mk)$|(?:^|\/)(?:(?:GNU)?[Mm]akefile|[Jj]ustfile|Jenkinsfile|(?:Taskfile|atlantis|\.gitlab-ci|bitbucket-pipelines|buildspec[^/]*|azure-pipelines[^/]*)\.ya?ml)$|(?:^|\/)\.(?:github|gitlab|circleci|buildkite)\/.*\.ya?ml$/;

/** Whether a file may run commands of Terraform. */
export const mayRunTerraform = (path: string): boolean => runsCommands.test(path);

const argument = /-var-file(?:=|["',\s]{1,4})["']?([^\s"',;|&)\\]{1,300})/g;

/** Whether a line has nothing but one more argument. */
const isArgument = (line: string): boolean => /^\s*(?:-\s+)?["']?-{1,2}var-file\b/.test(line);

/** The variables files that each command of a program names. */
export function passedVariables(text: string): readonly PassedVariables[] {
  if (!text.includes('-var-file')) return [];

  const lines = text.split('\n').filter((line) => !/^\s*(?:#|\/\/)/.test(line));
  const commands: string[][] = [];

  for (const [i, line] of lines.entries()) {
    const before = lines[i - 1] ?? '';
    const isMore = before.trimEnd().endsWith('\\') || (isArgument(before) && isArgument(line));
    if (isMore) commands.at(-1)!.push(line);
    else commands.push([line]);
  }

  return commands.map((command) => command.flatMap(namedIn)).filter(({ length }) => length > 0);
}

/** The variables files in a line. */
const namedIn = (line: string): PassedVariables =>
  // `${{ … }}` and `$(pwd)` are variables, and the first has spaces.
  [...line.replace(/\$\{\{[^{}]{0,200}\}\}|\$\(\w+\)/g, '$it').matchAll(argument)].map(([, path = '']) => {
    const [, anchor, rest = ''] = /^(\$(?:\w+|\{\w+\})\/)?(.*)$/s.exec(path) ?? [];
    if (rest === '' || /[$*?{[<]/.test(rest)) return null;
    return { path: rest, isAnchored: anchor !== undefined };
  });

/**
 * Which of some variables files every command passes to a root module, if it passes one of them. Files that only some commands pass are of an
 * environment that nothing names.
 */
export function sharedVariables(
  root: string,
  { passed, candidates }: { readonly passed: readonly PassedVariables[]; readonly candidates: ReadonlySet<string> },
): SharedVariables {
  const fileOf = (named: NamedVariables | null): string | undefined => {
    if (named === null) return undefined;
    const paths = [resolvePath(root, named.path), ...listIf(named.isAnchored, resolvePath('', named.path))];
    return paths.find((path) => path !== undefined && candidates.has(path));
  };

  const commands = passed
    .map((command) => command.map(fileOf))
    .filter((files) => files.some((file) => file !== undefined));

  const [command = []] = commands;
  const isInAll = (file: string | undefined): file is string =>
    file !== undefined && commands.every((files) => files.includes(file));
  const others = command.indexOf(undefined);
  const end = others === -1 ? command.length : others;

  return { first: command.slice(0, end).filter(isInAll), last: command.slice(end).filter(isInAll) };
}
