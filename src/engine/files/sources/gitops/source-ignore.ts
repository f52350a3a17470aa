import { folderOf, foldersAbove, stepsOfFolder } from '../../../text/source.ts';
import { type FileTree, inFolder } from '../repository/file-tree.ts';
import { stepMatches } from '../repository/glob.ts';

/** A pattern of gitignore for the files below a folder. */
interface IgnorePattern {
  /** The segments of the folder of its file. */
  readonly domain: readonly string[];
  readonly steps: readonly string[];
  /** It begins with `!`, and takes files back in. */
  readonly isInclusion: boolean;
  readonly isOfFolders: boolean;
  /** Its only segment is the name of a file or folder at any depth. */
  readonly isName: boolean;
}

/** The patterns of a text, as far as they are plain. */
export interface IgnorePatterns {
  readonly patterns: readonly IgnorePattern[];
  /** Whether each line is a pattern that is followed here, without escapes and sets of characters. */
  readonly isPlain: boolean;
}

/** More patterns are not followed. */
const maxPatterns = 500;

/** Whether Flux reads a file to find out what it leaves out of a repository (fluxcd/pkg/sourceignore). */
export const isSourceIgnore = (path: string): boolean => /(?:^|\/)\.sourceignore$/.test(path);

/** The patterns of a text that is in a folder, as go-git reads them (plumbing/format/gitignore/pattern.go). */
export function ignorePatterns(text: string, folder: string): IgnorePatterns {
  const lines = text.split(/\r?\n/).filter((line) => !line.startsWith('#') && line.trim() !== '');
  const plain = lines.filter((line) => !/[\\[]/.test(line) && line.length < 500).slice(0, maxPatterns);
  const domain = stepsOfFolder(folder);
  return { patterns: plain.map((line) => patternOf(line, domain)), isPlain: plain.length === lines.length };
}

function patternOf(line: string, domain: readonly string[]): IgnorePattern {
  const isInclusion = line.startsWith('!');
  const trimmed = (isInclusion ? line.slice(1) : line).replace(/ {1,100}$/, '');
  const isOfFolders = trimmed.endsWith('/');
  const pattern = isOfFolders ? trimmed.slice(0, -1) : trimmed;
  return { domain, steps: pattern.split('/'), isInclusion, isOfFolders, isName: !pattern.includes('/') };
}

/** Whether some patterns leave a file out or take it back in; undefined if none is about it. The last one decides. */
export function leavesOut(patterns: readonly IgnorePattern[], file: string): boolean | undefined {
  const steps = file.split('/');
  const last = patterns.findLast((pattern) => isAbout(pattern, steps));
  return last && !last.isInclusion;
}

function isAbout(pattern: IgnorePattern, path: readonly string[]): boolean {
  const { domain, steps, isOfFolders, isName } = pattern;
  if (path.length <= domain.length || domain.some((step, i) => path[i] !== step)) return false;
  const inner = path.slice(domain.length);
  if (!isName) return isPath(steps, inner, isOfFolders);
  const [name = ''] = steps;
  return (isOfFolders ? inner.slice(0, -1) : inner).some((step) => stepMatches(name, step));
}

/** Whether the beginning of a path matches the segments of a pattern. */
function isPath(steps: readonly string[], path: readonly string[], isOfFolders: boolean): boolean {
  let at = 0;
  let mayRepeat = false;
  let isMatched = false;

  for (const [i, step] of steps.entries()) {
    const isLast = i === steps.length - 1;
    if (step === '') mayRepeat = false;
    else if (step === '**') {
      if (isLast) break;
      mayRepeat = true;
    } else {
      if (step.includes('**') || at >= path.length) return false;

      const next = mayRepeat ? path.findIndex((name, j) => j >= at && stepMatches(step, name)) : at;
      if (next === -1 || !stepMatches(step, path[next]!)) return false;

      mayRepeat = false;
      at = next + 1;
      isMatched = at < path.length || isLast;
    }
  }

  return isMatched && !(isOfFolders && at === path.length);
}

const readTrees = new WeakMap<FileTree, Map<string, readonly IgnorePattern[]>>();

/**
 * Whether Flux leaves a file out of what it takes from a repository, by the files with patterns around it and then by
 * those of its source. Patterns that are not plain count as absent.
 */
export function isIgnoredByFlux(tree: FileTree, file: string, ofSource: string | undefined): boolean {
  const patternsByPath = readTrees.get(tree) ?? new Map<string, readonly IgnorePattern[]>();
  readTrees.set(tree, patternsByPath);

  const patternsIn = (folder: string): readonly IgnorePattern[] => {
    const path = inFolder(folder, '.sourceignore');
    if (!tree.files.has(path)) return [];
    const text = tree.text(path);
    // A text that was not read yet is not known to be empty.
    if (text === undefined) return [];
    const patterns = patternsByPath.get(path) ?? ignorePatterns(text, folder).patterns;
    patternsByPath.set(path, patterns);
    return patterns;
  };

  const around = foldersAbove(folderOf(file)).reverse().flatMap(patternsIn);
  const sourcePatterns = ofSource === undefined ? [] : ignorePatterns(ofSource, '').patterns;
  return leavesOut([...around, ...sourcePatterns], file) === true;
}
