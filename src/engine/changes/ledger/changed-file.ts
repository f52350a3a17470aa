import { canMatter, isManifestPath } from '../../manifest/prefilter.ts';
import type { Source } from '../../text/source.ts';
import { isTerraformTest } from './pipelines/terraform-tests.ts';

/** A file that differs between base and head. */
export interface ChangedFile {
  readonly path: string;
  /** Its text at base; undefined if base does not have the file, null if the text is not at hand or is not text. */
  readonly before: string | null | undefined;
  /** The same at head. */
  readonly after: string | null | undefined;
  /** What identifies its content at base and at head; null if it is not there. Absent if only the texts are at hand. */
  readonly ids?: { readonly before: string | null; readonly after: string | null };
  /** It is a submodule on at least one side. */
  readonly isSubmodule?: true;
  /** It is a symbolic link on at least one side. */
  readonly isLink?: true;
}

/** A file that a change edits, and what identifies its content before and after it; null if it is not there. */
export interface EditedFile {
  readonly file: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What a change does to the files of a repository. */
export interface RepositoryChange {
  /** Sorted by path. */
  readonly files: readonly ChangedFile[];
  /** Whether head or base has a file. */
  has(path: string): boolean;
  /** The paths of all files of both sides. Absent if only some files are at hand. */
  readonly all?: ReadonlySet<string>;
  /** The texts of the workflows of GitHub on both sides, if the change edits something that they may run. */
  readonly pipelines?: readonly string[];
  /** The scripts, pipelines and programs on both sides that may name data, if the change edits some. */
  readonly readers?: readonly Source[];
  /** The Terraform of the folders of changed files and of the modules that they call. Absent if none changes, or only the texts are at hand. */
  readonly terraform?: NearTerraform;
}

/** What the Terraform near a change is, whether or not it was evaluated. */
interface NearTerraform {
  /** The folders that have some. */
  readonly all: ReadonlySet<string>;
  /** Those that may apply something that nobody sees, or that call a module which does so. */
  readonly applying: ReadonlySet<string>;
  /** Whether some of it gives permissions to instances, to Karpenter, or to an endpoint of a VPC. Absent if that is unknown. */
  readonly mayServeNodes?: boolean;
}

/** Files that programs write, in which no line is worth reading. */
const written = /(?:^|\/)(?:package-lock|npm-shrinkwrap|composer|Pipfile\.lock|packages\.lock)\.json$|-lock\.ya?ml$/i;

/** Whether the ledger looks into a file line by line. The name of any other file says what it is. */
export const isReadByLine = (path: string): boolean =>
  (canMatter(path) || isManifestPath(path) || isTerraformTest(path)) && !written.test(path);

/** Whether a file tells git how to write other files into a working tree. */
export const isAttributesPath = (path: string): boolean => /(?:^|\/)\.gitattributes$/.test(path);

/** Whether helm reads a file to find out what it leaves out of a chart. */
export const isChartIgnore = (path: string): boolean => /(?:^|\/)\.helmignore$/.test(path);

/** Whether Fleet or HCP Terraform reads a file to find out what of a folder it leaves out. */
export const isToolIgnore = (path: string): boolean => /(?:^|\/)\.(?:fleet|terraform)ignore$/.test(path);

/** Longer texts are one place, because nobody wrote them line by line. In UTF-16 code units. */
export const maxChangedLength = 1024 * 1024;

/** Whether a change moves a file with the same text, from or to the path of the file. */
export function isMovedFile({ path, before, after }: ChangedFile, files: readonly ChangedFile[]): boolean {
  if (before !== undefined && after !== undefined) return false;
  const text = before ?? after;
  return (
    typeof text === 'string' &&
    files.some((other) => other.path !== path && (after === undefined ? other.after : other.before) === text)
  );
}
