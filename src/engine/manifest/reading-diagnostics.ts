import type { Diagnostic } from '../diagnostic.ts';
import type { Source } from '../source.ts';
import { explainFault } from './yaml/syntax-fault.ts';
import type { DuplicateKey, YamlFault } from './yaml/yaml-document.ts';

/** What is known of a document that is not valid YAML. */
export interface UnreadDocument {
  readonly isTemplate: boolean;
  readonly mayBeKarpenter: boolean;
}

/** A document that is not valid YAML. A template is valid YAML once it is rendered. */
export function faultDiagnostic(
  source: Source,
  fault: YamlFault,
  { isTemplate, mayBeKarpenter }: UnreadDocument,
): Diagnostic {
  const { message, help, start, end } = explainFault(fault, source.text);
  const span = { file: source.file, start, end };
  const common = { span, labels: [], resource: null };
  if (isTemplate) {
    const text = 'This template names a Karpenter API and is no YAML until it is rendered, so it is not reviewed';
    return {
      ...common,
      code: 'yaml/template',
      severity: 'note',
      message: text,
      help: 'Review the rendered manifests.',
    };
  }
  const diagnostic = { ...common, code: fault.code, severity: mayBeKarpenter ? 'error' : 'warning', message } as const;
  return help === undefined ? diagnostic : { ...diagnostic, help };
}

/** A template that says in its conditions which API an object is written in: read as it stands, it is none. */
export const openApiDiagnostic = ({ file }: Source, start: number, end: number): Diagnostic => ({
  code: 'yaml/template',
  severity: 'note',
  message: 'This template decides which Karpenter API it is written in when it is rendered, so it is not reviewed',
  span: { file, start, end },
  labels: [],
  resource: null,
  help: 'Review the rendered manifests.',
});

/** Nobody reads the hundredth duplicate of one document. */
const mostDuplicates = 100;

/** Keys that stand twice; the last finding says how many more there are. */
export function duplicateDiagnostics(
  source: Source,
  duplicates: readonly DuplicateKey[],
  isKarpenter: boolean,
): Diagnostic[] {
  const found = duplicates.slice(0, mostDuplicates + 1).map((one) => duplicateDiagnostic(source, one, isKarpenter));
  const rest = duplicates.length - mostDuplicates;
  const message = `${rest} more ${rest === 1 ? 'key stands' : 'keys stand'} twice in this document: only the first ${mostDuplicates} are listed`;
  return rest > 0 ? [...found.slice(0, -1), { ...found.at(-1)!, message }] : found;
}

/** A key that stands twice. */
function duplicateDiagnostic(source: Source, duplicate: DuplicateKey, isKarpenter: boolean): Diagnostic {
  const { file } = source;
  return {
    code: 'yaml/duplicate-key',
    severity: isKarpenter ? 'error' : 'warning',
    message: `The key \`${duplicate.key}\` stands twice in this mapping; the last one would count`,
    span: { file, start: duplicate.start, end: duplicate.end },
    labels: [{ span: { file, ...duplicate.first }, message: 'first defined here' }],
    resource: null,
    help: 'Remove one of them.',
  };
}

const splitIt = 'Split the file, or leave it out of the review.';

/** The finding for what is not read because it is too much. Unread is unjudged: padding must not be a way around the review. */
export const tooLarge = (file: string, message: string, { at = 0, help = splitIt } = {}): Diagnostic => ({
  code: 'yaml/too-large',
  severity: 'error',
  message,
  span: { file, start: at, end: at },
  labels: [],
  resource: null,
  help,
});
