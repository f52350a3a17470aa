import { PlumblineError } from '../../errors.ts';
import type { KubeRequest } from './https-request.ts';
import type { Json, KubeAnswer } from './kube-answer.ts';

/** One line of what a server says, without control characters: it ends in logs. */
export const printableLine = (text: unknown, max = 400): string =>
  String(text ?? '')
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .trim()
    .slice(0, max);

/** The error for an answer that no object can mend: not let in, not allowed, not served, broken. */
export function kubeError({ method, path }: Pick<KubeRequest, 'method' | 'path'>, answer: KubeAnswer): PlumblineError {
  const { status, body } = answer;
  const what = `${method} ${path.split('?')[0]}`;
  if (status === 401)
    return error('The API server does not accept the credentials', 'They may have expired: sign in again.');
  if (status === 403) return error(`The API server refuses ${what}: ${printableLine(body?.message)}`, rbac(body));
  if (status === 404) return error(`The API server does not serve ${what.split(' ')[1]}`, crds);
  if (status === 410) return error(`The list of ${path.split('?')[0]} keeps expiring`, 'Run it again.');
  const help = status === 429 || status >= 500 ? 'It may pass: run it again later.' : undefined;
  return error(`The API server answers ${what} with ${status}: ${printableLine(body?.message)}`, help);
}

const error = (message: string, help?: string): PlumblineError =>
  new PlumblineError('kube', message, help === undefined ? {} : { help });

const crds = 'Install the CRDs of the Karpenter version that the manifests are written for.';

function rbac(body: Json): string {
  const { kind = 'the object', group = '' } = body?.details ?? {};
  return `Allow it by RBAC: the role of the deployer needs ${printableLine(group ? `${kind}.${group}` : kind, 100)}; \`plumbline init --apply\` writes it and \`plumbline doctor\` checks it.`;
}

/** The error for a server that gives no answer. */
export function unreachable(cluster: string, cause: unknown): PlumblineError {
  const { code, message } = (cause ?? {}) as NodeJS.ErrnoException;
  const isTls = /CERT|SELF_SIGNED|TLS|ERR_SSL|UNABLE_TO/.test(String(code));
  return new PlumblineError(
    'kube',
    `The API server of ${cluster} cannot be reached: ${printableLine(code ?? message, 120)}`,
    {
      cause,
      help: isTls
        ? 'Its certificate is not of the authority that the connection names: renew the certificate authority.'
        : 'Check the address, and whether this machine may reach it: a private endpoint needs a runner in its network.',
    },
  );
}
