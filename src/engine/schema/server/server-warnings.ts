import type { Diagnostic } from '../../diagnostic.ts';
import type { Manifest, Path, Value } from '../../manifest/manifest.ts';
import { diagnostic } from '../structural/structural-validator.ts';
import { serverPath } from './server-path.ts';

/** What the API server warns of in an object that it accepts, each in its own words at the place that they name. */
export const warningFindings = (warnings: readonly string[], manifest: Manifest): Diagnostic[] =>
  warnings.filter((text) => !isSaid.test(text) && !isFilledIn.test(text)).map((text) => warning(text, manifest));

/** Strict decoding refuses these, so that they are errors here already. */
const isSaid = /^(?:unknown|duplicate) field "|^line \d+: key "/;

/** Speaks of a value that `envsubst` fills in. */
const isFilledIn = /\$(?:[A-Z_]|\{)/;

function warning(text: string, manifest: Manifest): Diagnostic {
  const { field, path } = placeOf(text, manifest);
  const said = text.slice(field.length).replace(/\.$/, '');
  const message = field === '' ? said : `\`${field}\`${said}`;
  // What is deprecated is a field or a key of a map, whatever its value.
  const isKey = field !== '' && /\bdeprecated\b/.test(text);
  const server = [{ field, reason: 'Warning', message: text }];
  const found = diagnostic({ code: 'schema/warning', path, message, isKey, server }, manifest);
  return { ...found, severity: 'warning' };
}

/** The field at which a warning begins, else where the object says what it is. */
function placeOf(text: string, { object }: Manifest): { readonly field: string; readonly path: Path } {
  const field = /^([a-zA-Z]\w*(?:[.[]\S*)?): /.exec(text)?.[1] ?? '';
  const path = serverPath(field, object as Value);
  return path.length > 0 && Object.hasOwn(object, path[0]!) ? { field, path } : { field: '', path: ['apiVersion'] };
}
