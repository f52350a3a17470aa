import { writtenBlocks } from '../terraform/written-blocks.ts';

/** The names of files with tests of Terraform or OpenTofu. */
export const terraformTest = /\.(?:tftest|tofutest)\.(?:hcl|json)$/i;

/** Whether a file has tests of Terraform or OpenTofu. */
export const isTerraformTest = (path: string): boolean => terraformTest.test(path);

/** Blocks of a test that apply nothing by themselves. */
const inertBlocks = new Set([
  'run',
  'variables',
  'test',
  'mock_provider',
  'override_resource',
  'override_data',
  'override_module',
]);

const planned = /^[ \t]*command[ \t]*=[ \t]*plan[ \t]*$/;

/**
 * The part of a test that may apply something. A run creates real infrastructure unless it says `command = plan`, and it may be one of any module
 * (https://developer.hashicorp.com/terraform/language/tests). The layout must be plain, because the text is not parsed.
 */
export function appliedTests(text: string): string {
  const rows = text.split(/\r?\n/).map((row) => row.replace(/^\s*(?:#|\/\/).*$/, ''));
  const plain = rows.join('\n');
  if (/\/\*|<<|\b(?:module|provider)[ \t]*(?:"[^"\n]{0,200}"[ \t]*)?\{/.test(plain)) return text;

  const blocks = writtenBlocks(plain);
  const runs = blocks.filter(({ type }) => type === 'run');
  const isWhole = rows.every(
    (row, i) => row.trim() === '' || blocks.some(({ first, last }) => first <= i + 1 && i + 1 <= last),
  );
  const isOfInert =
    blocks.every(({ type }) => inertBlocks.has(type)) && plain.match(/\brun\b/g)?.length === runs.length;
  const arePlans = runs.every(
    ({ first, last }) => rows.slice(first - 1, last).filter((row) => planned.test(row)).length === 1,
  );

  if (isWhole && isOfInert && arePlans) return '';
  return text;
}
