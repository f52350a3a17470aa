import { hclParser } from '../../../io/terraform/hcl-parser.ts';
import { compilePattern } from '../../../io/terraform/linear-pattern.ts';
import { awsResources } from '../../aws/terraform/aws-resources.ts';
import type { Source } from '../../text/source.ts';
import { HclReader } from './modules/terraform-files.ts';
import { type TerraformSources, terraformSources } from './terraform.ts';

export const parse = await hclParser();

/** The objects that Terraform creates from some files, by path, after a change of `base`. */
export const evaluated = (texts: Readonly<Record<string, string>>, base?: TerraformSources): TerraformSources =>
  terraformSources(
    {
      files: new Map(Object.entries(texts)),
      text: (path) => (Object.hasOwn(texts, path) ? texts[path] : undefined),
      others: new Map(),
    },
    new HclReader(parse, compilePattern),
    [awsResources],
    base,
  );

/** The YAML of one expression, used as the body of a manifest, with some other code. */
export function made(expression: string, code = '', files: Readonly<Record<string, string>> = {}): string | undefined {
  const main = `# karpenter\nresource "kubectl_manifest" "x" {\n  yaml_body = ${expression}\n}\n${code}\n`;
  return evaluated({ 'main.tf': main, ...files }).sources.find(({ file }) => file === '.: kubectl_manifest.x')?.text;
}

/** The text in the repository that a text within a source is traced to, as `file: text`. */
export function tracedTo(source: Source, text: string, texts: Readonly<Record<string, string>>): string {
  const start = source.text.indexOf(text);
  if (start === -1) throw new Error(`\`${text}\` is not in\n${source.text}`);
  const { span, isExact } = source.origin!.trace(start, start + text.length);
  return `${span.file}${isExact ? '' : ' (about)'}: ${texts[span.file]!.slice(span.start, span.end)}`;
}
