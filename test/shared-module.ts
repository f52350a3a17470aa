import type { Files } from './layouts.ts';

const version = /^([ \t]*\w*version[ \t]*=[ \t]*)"(v?\d+\.\d+(?:\.\d+)?)"/gm;

/** Names that say nothing about what their values are. */
const names = ['given', 'which', 'wanted', 'number', 'this', 'it', 'k', 'v'];

const nameOf = (index: number): string => `${names[index % names.length]}${index < names.length ? '' : index}`;

/**
 * The files in `envs/dev` and `envs/prod`, with their Terraform in modules that both environments call. Versions are inputs of the modules. Null if
 * there is no Terraform, or if it refers to files by their place.
 */
export function withSharedModule(files: Files): Files | null {
  const code = Object.keys(files).filter((path) => path.endsWith('.tf'));
  const isFixed = Object.keys(files).some((path) => path.includes('tfvars') || /(?:^|\/)(?:dev|prod)\//.test(path));
  if (code.length === 0 || isFixed || code.some((path) => /file\w*\(|"\.{1,2}\/|path\.|backend /.test(files[path]!)))
    return null;

  const moved: Record<string, string> = {};
  const inputs = new Map<string, string[]>();
  for (const [path, text] of Object.entries(files)) {
    if (!code.includes(path)) {
      for (const environment of ['dev', 'prod']) moved[`envs/${environment}/${path}`] = text;
      continue;
    }

    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const values = inputs.get(folder) ?? [];
    inputs.set(folder, values);
    moved[`modules/cluster/${path}`] = text.replace(version, (all, start: string, value: string) => {
      if (start.trimStart().startsWith('required_')) return all;
      values.push(value);
      return `${start}var.${nameOf(values.length - 1)}`;
    });
  }

  for (const [folder, values] of inputs) {
    const up = '../'.repeat(1 + folder.split('/').length);
    const given = values.map((value, index) => `  ${nameOf(index)} = "${value}"\n`).join('');
    const call = `module "cluster" {\n  source = "${up}modules/cluster/${folder}"\n${given}}\n`.replace(/\/"\n/, '"\n');
    moved[`modules/cluster/${folder}inputs.tf`] = values
      .map((_, index) => `variable "${nameOf(index)}" {\n  type = string\n}\n`)
      .join('');
    for (const environment of ['dev', 'prod']) moved[`envs/${environment}/${folder}main.tf`] = call;
  }
  return moved;
}
