import type { Manifest, Path, Value } from '../../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../../text/diagnostic.ts';
import { diagnostic } from '../structural/structural-validator.ts';
import { serverPath } from './server-path.ts';

/** The API server's warnings about an object that it accepts, in its own words and at the place that they name. */
export const warningFindings = (warnings: readonly string[], manifest: Manifest): Diagnostic[] =>
  warnings
    .filter((text) => !isReportedAsError.test(text) && !isFilledIn.test(text) && !isFinalizerName.test(text))
    .map((text) => warning(text, manifest));

/** Strict decoding refuses these, so they are already reported as errors. */
const isReportedAsError = /^(?:unknown|duplicate) field "|^line \d+: key "/;

/** The controller that handles a finalizer chose its name, such as Argo CD's `resources-finalizer.argocd.argoproj.io`. Nobody else can change it. */
const isFinalizerName = /^metadata\.finalizers: .*: prefer a domain-qualified finalizer name/;

/** The warning is about a value that `envsubst` fills in. */
const isFilledIn = /\$(?:[A-Z_]|\{)/;

function warning(text: string, manifest: Manifest): Diagnostic {
  const { field, path } = placeOf(text, manifest);
  const statement = text.slice(field.length).replace(/\.$/, '');
  const message = field === '' ? statement : `\`${field}\`${statement}`;
  // A deprecation concerns the field or key, not its value.
  const isKey = field !== '' && /\bdeprecated\b/.test(text);
  const server = [{ field, reason: 'Warning', message: text }];
  const finding = diagnostic({ code: 'schema/warning', path, message, isKey, server }, manifest);

  return { ...finding, severity: 'warning' };
}

/** The field that a warning starts with, or else `apiVersion`. */
function placeOf(text: string, { object }: Manifest): { readonly field: string; readonly path: Path } {
  const field = /^([a-zA-Z]\w*(?:[.[]\S*)?): /.exec(text)?.[1] ?? '';
  const path = serverPath(field, object as Value);
  if (path.length > 0 && Object.hasOwn(object, path[0]!)) return { field, path };
  return { field: '', path: ['apiVersion'] };
}
