import type { Diagnostic } from '../../diagnostic.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { serverPathText } from '../fault.ts';
import { unwritableNumbers } from '../structural/object-text.ts';
import { diagnostic } from '../structural/structural-validator.ts';
import { hugeNumbers } from './huge-number.ts';

/** Why an object is not handed to the API server's code; undefined where it is. */
export function unsendable(manifest: Manifest): readonly Diagnostic[] | undefined {
  const unwritable = unwritableNumbers(manifest).map((path) => {
    const message = `\`${serverPathText(path)}\` is no number that JSON can hold: the object reaches no API server`;
    return diagnostic({ code: 'schema/type', path, message, help: 'Write a finite number.' }, manifest);
  });
  if (unwritable.length > 0) return unwritable;
  const [path] = hugeNumbers(manifest);
  if (path === undefined) return undefined;
  const message = `\`${serverPathText(path)}\` is too large a number to evaluate, so this ${manifest.kind} is not checked`;
  return [
    diagnostic({ code: 'schema/unjudged', path, message, help: 'Write an amount that a node can have.' }, manifest),
  ];
}
