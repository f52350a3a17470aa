import { parseKarpenterVersion } from '../../engine/karpenter/api/versions.ts';
import { PlumblineError } from '../../shared/errors.ts';

/** The minor of a version that the user gave. Throws PlumblineError('config') for an invalid version. */
export function statedVersion(what: 'Karpenter' | 'Kubernetes', text: string | undefined): string | undefined {
  if (text === undefined) return undefined;

  const minor = parseKarpenterVersion(text);
  if (minor !== undefined) return minor;

  const example = what === 'Karpenter' ? '1.14' : '1.34';

  throw new PlumblineError('config', `\`${text}\` is not a version of ${what}`, {
    help: `Write a minor version, such as \`${example}\`.`,
  });
}
