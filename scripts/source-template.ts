import { camelCase } from './format-template.ts';

/** A kind of object that refers to other manifests. */
export interface SourceKind {
  readonly kind: string;
  readonly group: string;
  /** The tool that it belongs to: a name for `OriginTool`. */
  readonly tool: string;
}

/** `GitRepo` → `git-repo`. */
export const fileName = (kind: string): string => kind.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase();

/** `an App`, `a GitRepo`. */
const withArticle = (kind: string, shown = kind): string => `${/^[AEIO]/.test(kind) ? 'an' : 'a'} ${shown}`;

const functionName = (kind: string): string => `${camelCase(fileName(kind))}Roots`;

/** A file that reports each such object as not followed yet. */
export const sourceTemplate = ({ kind, tool }: SourceKind): string => `import type { Discovery } from '../discovery.ts';
import type { Root } from '../root.ts';
import { unmadeRoot } from './declared-root.ts';
import { type Definition, unknownObstacle } from './definition.ts';

/** What ${withArticle(kind)} applies. */
export function ${functionName(kind)}(definition: Definition, discovery: Discovery): Root[] {
  const declared = { definition, tool: '${tool}' } as const;
  const path = definition.spec.path;
  // \`declaredKustomization\` and \`declaredChart\` make roots of folders. Anything that is not followed is reported as unknown.
  if (typeof path !== 'string' || !discovery.folders.has(path))
    return [unmadeRoot(declared, [unknownObstacle(definition, 'takes its manifests from elsewhere')])];
  return [unmadeRoot(declared, [unknownObstacle(definition, 'is not followed yet')])];
}
`;

/** The test of this file. */
export const sourceTestTemplate = ({ kind, group }: SourceKind): string => `import { expect, test } from 'vitest';
import { defaultSettings } from '../../../karpenter/api/settings.ts';
import { discoveryOfTexts } from '../repository/file-tree.test-support.ts';
import { rootsOf } from '../roots.ts';

test('${withArticle(kind)} from elsewhere is unknown', () => {
  const text = 'apiVersion: ${group}/v1\\nkind: ${kind}\\nmetadata:\\n  name: pools\\n';
  const [root] = rootsOf(discoveryOfTexts({ 'pools.yaml': text }), [{ file: 'pools.yaml', text }], defaultSettings);
  expect(root).toMatchObject({ name: '${kind} pools', obstacles: [{ code: 'render/unknown' }] });
});
`;

/** Other files that have to name this kind: path → the text with the new name. */
export const sourceEntries: Readonly<Record<string, (text: string, source: SourceKind) => string>> = {
  'src/engine/manifest/model/definition-kinds.ts': (text, { kind, group, tool }) =>
    text.replace(/(definitionKinds = \{\n)/, `$1  ${kind}: { group: '${group}', tool: '${tool}' },\n`),
  'src/engine/text/source.ts': (text, { tool }) =>
    text.includes(`'${tool}'`) ? text : text.replace(/(export type OriginTool = [^;]*);/, `$1 | '${tool}';`),
  'src/engine/files/sources/roots.ts': (text, { kind }) =>
    text
      .replace(/^import /, `import { ${functionName(kind)} } from './gitops/${fileName(kind)}.ts';\nimport `)
      .replace(/(const rootsOfKind[^\n]*= \{\n)/, `$1  ${kind}: ${functionName(kind)},\n`),
  'src/engine/report/wording/found-in.ts': (text, { tool }) =>
    new RegExp(`^  ${tool}: `, 'm').test(text)
      ? text
      : text.replace(/(const makers: .*\n)/, `$1  ${tool}: 'rendered by ${tool} from',\n`),
  'docs/review.schema.json': (text, { tool }) =>
    text.includes(`"${tool}"`) ? text : text.replace(/^( *)"argocd"$/m, `$1"${tool}",\n$1"argocd"`),
  'docs/sources.md': (text, { kind }) =>
    text.replace(
      /^\| a root module of Terraform/m,
      `| ${withArticle(kind, `\`${kind}\``)} | TODO: what of it is followed |\n$&`,
    ),
};
