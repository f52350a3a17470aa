import type { Span } from '../../../text/source.ts';
import type { Block } from '../syntax/hcl.ts';
import {
  knownText,
  madeText,
  objectOf,
  plainOf,
  type TfString,
  type TfValue,
  textOf,
  tfValueAt,
  unknown,
} from '../values/tf-value.ts';
import { decodeYaml, yamlDocuments } from '../values/yaml-text.ts';
import { evaluate } from './evaluate.ts';
import { itemsOf, type TfScope } from './tf-scope.ts';

/** Data sources of the kubectl provider that split files into documents, which `kubectl_manifest` then applies one by one. */
export const documentSources: ReadonlySet<string> = new Set(['kubectl_file_documents', 'kubectl_path_documents']);

/** The work counted for a document. A file may contain very many small ones. */
const documentWork = 50;

/**
 * The documents of such a data source, as a list and by name; unknown if its files are. Source: gavinbunney/kubectl
 * kubernetes/data_source_kubectl_*_documents.go.
 */
export function kubectlDocuments({ labels: [type], body }: Block, scope: TfScope, at: Span): TfValue {
  const argument = (name: string): TfValue | undefined => {
    const attribute = body.attributes.get(name);
    return attribute && evaluate(attribute.value, scope);
  };

  const texts = type === 'kubectl_file_documents' ? [argument('content')] : matchingTexts(argument, scope, at);
  if (!texts?.every((text) => text?.kind === 'string')) return unknown(at);

  const count = (text: TfString): number => [...textOf(text).matchAll(/^---/gm)].length + 1;
  const work = texts.reduce((sum, text) => sum + count(text as TfString) * documentWork, 0);
  if (!scope.spend(work)) return unknown(at);

  const documents = texts.flatMap((text) => yamlDocuments(text as TfString));

  return objectOf(
    [
      ['documents', { value: { kind: 'list', items: documents, at } }],
      [
        'manifests',
        {
          value: objectOf(
            documents.map((document, i) => [nameOf(document, i), { value: document }]),
            at,
          ),
        },
      ],
    ],
    at,
    true,
  );
}

/** The texts of all files that match `pattern`, rendered as templates with `vars`; undefined if that is unknown. */
function matchingTexts(
  argument: (name: string) => TfValue | undefined,
  scope: TfScope,
  at: Span,
): readonly (TfValue | undefined)[] | undefined {
  const [, folder = '', glob] = /^(?:([^*?[{]*)\/)?([^/]+)$/.exec(knownText(argument('pattern')) ?? '') ?? [];
  if (glob === undefined) return undefined;

  const files = scope.hostFunction('fileset')?.([madeText(folder, at), madeText(glob, at)], at);
  const names = files && itemsOf(files, scope);
  const isPlain = plainOf(argument('disable_template') ?? unknown(at)) === true;
  const [vars, sensitive] = [argument('vars'), argument('sensitive_vars')].map((all) => all ?? objectOf([], at));

  if (!names || vars?.kind !== 'object' || sensitive?.kind !== 'object') return undefined;

  const values = objectOf([...vars.entries, ...sensitive.entries], at);

  return names.map(({ value }) => {
    const path = madeText(`${folder}/${knownText(value)}`, at);
    if (isPlain) return scope.hostFunction('file')?.([path], at);
    return scope.hostFunction('templatefile')?.([path, values], at);
  });
}

/** Kind and name of a document, which the provider uses as its key. Documents without a known name are numbered. */
function nameOf(document: TfString, index: number): string {
  const object = decodeYaml(document);
  const steps = [tfValueAt(object, 'apiVersion'), tfValueAt(object, 'kind'), tfValueAt(object, 'metadata', 'name')];
  const names = steps.map(knownText);
  if (names.every((name) => name !== undefined)) return names.join('/');
  return `${index}`;
}
