import type { Diagnostic } from '../text/diagnostic.ts';
import type { Source } from '../text/source.ts';
import { byCount } from '../text/words/plural.ts';
import { explainFault } from './yaml/syntax-fault.ts';
import type { DuplicateKey, YamlFault } from './yaml/yaml-document.ts';

/** What is known about a document that is not valid YAML. */
interface UnreadDocument {
  readonly isTemplate: boolean;
  readonly mayBeKarpenter: boolean;
}

/** The finding about a document that is not valid YAML. A template may be valid YAML after rendering. */
export function faultDiagnostic(
  source: Source,
  fault: YamlFault,
  { isTemplate, mayBeKarpenter }: UnreadDocument,
): Diagnostic {
  const { message, help, start, end } = explainFault(fault, source.text);
  const span = { file: source.file, start, end };
  const common = { span, labels: [], resource: null };

  if (isTemplate) {
    const text = 'This template has a Karpenter API but is not YAML until it is rendered, so it is not reviewed';
    return {
      ...common,
      code: 'yaml/template',
      severity: 'note',
      message: text,
      help: 'Review the rendered manifests.',
    };
  }

  const severity = () => {
    if (mayBeKarpenter) return 'error';
    return 'warning';
  };

  const diagnostic = { ...common, code: fault.code, severity: severity(), message } as const;
  if (help === undefined) return diagnostic;
  return { ...diagnostic, help };
}

/** The finding about a template whose conditions decide the API version of an object. Unrendered, it is not an object. */
export const openApiDiagnostic = ({ file }: Source, start: number, end: number): Diagnostic => ({
  code: 'yaml/template',
  severity: 'note',
  message: 'This template has a Karpenter API version that depends on its values, so it is not reviewed',
  span: { file, start, end },
  labels: [],
  resource: null,
  help: 'Review the rendered manifests.',
});

/** The highest number of findings about duplicate keys of one document. Nobody reads more. */
const mostDuplicates = 100;

/** The findings about duplicate keys. The last one gives the number of all others. */
export function duplicateDiagnostics(
  source: Source,
  duplicates: readonly DuplicateKey[],
  isKarpenter: boolean,
): Diagnostic[] {
  const glued = gluedObjects(source, duplicates, isKarpenter);
  if (glued !== undefined) return [glued];

  const diagnostics = duplicates
    .slice(0, mostDuplicates + 1)
    .map((duplicate) => duplicateDiagnostic(source, duplicate, isKarpenter));
  const surplus = duplicates.length - mostDuplicates;
  const message = `This document has ${surplus} more duplicate ${byCount(surplus, 'key', 'keys')}. Only the first ${mostDuplicates} are listed`;

  if (surplus > 0) return [...diagnostics.slice(0, -1), { ...diagnostics.at(-1)!, message }];
  return diagnostics;
}

/** One finding for the keys of several objects in one document, such as those of a chart that trims the line break before `---`. */
function gluedObjects(
  { file, text }: Source,
  duplicates: readonly DuplicateKey[],
  isKarpenter: boolean,
): Diagnostic | undefined {
  const starts = duplicates.filter(
    ({ key, start }) => key === 'apiVersion' && (start === 0 || text[start - 1] === '\n'),
  );
  const [first] = starts;
  if (first === undefined || !duplicates.some(({ key }) => key === 'kind')) return undefined;

  return {
    code: 'yaml/duplicate-key',
    severity: isKarpenter ? 'error' : 'warning',
    message: `${starts.length + 1} objects are in one document, because \`---\` is missing between them or does not start a line. Only the last one would be used`,
    span: { file, start: first.start, end: first.end },
    labels: [{ span: { file, ...first.first }, message: 'the first object starts here' }],
    resource: null,
    help: 'Put `---` on a line of its own between the objects.',
  };
}

/** The finding about a duplicate key. */
function duplicateDiagnostic(source: Source, duplicate: DuplicateKey, isKarpenter: boolean): Diagnostic {
  const { file } = source;
  return {
    code: 'yaml/duplicate-key',
    severity: isKarpenter ? 'error' : 'warning',
    message: `The key \`${duplicate.key}\` occurs twice in this mapping. The last one would be used`,
    span: { file, start: duplicate.start, end: duplicate.end },
    labels: [{ span: { file, ...duplicate.first }, message: 'first defined here' }],
    resource: null,
    help: 'Remove one of them.',
  };
}

const splitIt = 'Split the file, or leave it out of the review.';

/** The finding about input beyond a limit. It is an error, so that nobody can avoid a review by padding a file. */
export const tooLarge = (file: string, message: string, { at = 0, help = splitIt } = {}): Diagnostic => ({
  code: 'yaml/too-large',
  severity: 'error',
  message,
  span: { file, start: at, end: at },
  labels: [],
  resource: null,
  help,
});
