import type { Diagnostic } from '../../text/diagnostic.ts';
import { baseNameOf, type Source } from '../../text/source.ts';
import { byCount } from '../../text/words/plural.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { hasNodes } from '../model/karpenter-kinds.ts';
import type { TerraformSources } from './terraform.ts';

/** What the files of one side say. */
interface TextsOfSide {
  readonly sources: readonly Source[];
  readonly hintSources: readonly Source[];
}

/** Templates for `templatefile`, which are no manifests by themselves. Without Terraform, another program may fill them in. */
const templatePath = /\.(?:tftpl|tpl)$/;

/** A name of a template that Terraform computes, or a search for files. */
const computedName = /\}[\w.-]*\.(?:tftpl|tpl)\b|\bfileset\s*\(/;

/**
 * The templates of a repository with Terraform that no file of it reads: none names them, and none computes names of
 * templates. They have no effect on the cluster, as far as anybody can see.
 */
export function unreadTemplates(
  { sources, hintSources }: TextsOfSide,
  { originals, templates, usedFiles, faults }: TerraformSources,
): readonly Source[] {
  if (originals.length === 0 || faults.length > 0) return [];

  const candidates = sources.filter(
    ({ file }) => templatePath.test(file) && !templates.has(file) && !usedFiles.has(file),
  );
  if (candidates.length === 0) return [];

  const readers = [...new Set([...sources, ...hintSources, ...originals])].filter(
    ({ file }) => !templatePath.test(file),
  );
  if (readers.some(({ text }) => computedName.test(text))) return [];
  return candidates.filter(({ file }) => !readers.some(({ text }) => text.includes(baseNameOf(file))));
}

/** Files of programs and of their settings, which may fill in a template. Texts for people do not. */
const programPath =
  /(?:^|\/)(?:(?:GNU)?[Mm]akefile|[Jj]ustfile|Jenkinsfile|Dockerfile[^/]*|[^/]+\.(?:sh|bash|zsh|ps1|py|rb|go|js|ts|mk|ya?ml|hcl|tf|tfvars|json|toml))$/;

/** Whether a file may be one of a program. */
export const isProgramPath = (path: string): boolean => programPath.test(path);

/** One note about the templates of Karpenter's objects that a change edits and nothing reads. */
export function unreadTemplateNotes(base: readonly Source[], head: readonly Source[]): Diagnostic[] {
  const [before, after] = [base, head].map((sources) => new Map(sources.map(({ file, text }) => [file, text])));
  const edited = [...new Map([...base, ...head].map((source) => [source.file, source])).values()]
    .filter(({ file, text }) => hasNodes(text) && before!.get(file) !== after!.get(file))
    .map(({ file }) => file)
    .sort();
  const [file] = edited;
  if (file === undefined) return [];

  const are = byCount(edited.length, 'is a template', 'are templates');
  const they = byCount(edited.length, 'it is', 'they are');

  return [
    {
      code: 'terraform/unknown',
      severity: 'note',
      message: `${firstNames(edited.map(quoted))} ${are} for Terraform that nothing in this repository reads, so ${they} not reviewed`,
      span: { file, start: 0, end: 0 },
      labels: [],
      resource: null,
      help: 'Delete what nobody uses. If a program fills them in, review what it writes.',
      isChanged: true,
    },
  ];
}
