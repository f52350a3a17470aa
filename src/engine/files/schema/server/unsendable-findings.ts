import type { Manifest } from '../../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../../text/diagnostic.ts';
import { serverPathText } from '../definitions/fault.ts';
import { unwritableNumbers } from '../structural/object-text.ts';
import { diagnostic } from '../structural/structural-validator.ts';
import { hugeNumbers } from './huge-number.ts';

/** Why an object cannot be sent to the API server's code; undefined if it can. */
export function unsendableFindings(manifest: Manifest): readonly Diagnostic[] | undefined {
  const unwritable = unwritableNumbers(manifest).map((path) => {
    const message = `\`${serverPathText(path)}\` is not a number that JSON can represent, so the object cannot be applied`;
    return diagnostic({ code: 'schema/type', path, message, help: 'Write a finite number.' }, manifest);
  });

  if (unwritable.length > 0) return unwritable;

  const [path] = hugeNumbers(manifest);
  if (path === undefined) return undefined;

  const message = `\`${serverPathText(path)}\` is too large to evaluate, so this ${manifest.kind} was not validated`;

  return [
    diagnostic({ code: 'schema/unjudged', path, message, help: 'Write an amount that fits on a node.' }, manifest),
  ];
}
