import { PlumblineError } from '../../shared/errors.ts';
import type { Env } from '../env.ts';

/** In milliseconds. */
const timeout = 20_000;

/**
 * The identity token of the job that the command line runs in. @actions/core is not used, because it would write to standard
 * output, which is for results. Rejects if the job is not allowed to have a token.
 */
export async function jobToken(env: Env, audience: string): Promise<string> {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token } = env;
  if (!url || !token) throw new Error('ACTIONS_ID_TOKEN_REQUEST_URL is not set');

  const requestUrl = new URL(url);
  requestUrl.searchParams.set('audience', audience);
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  const answer = await fetch(requestUrl, { headers, signal: AbortSignal.timeout(timeout) });
  const { value } = (await answer.json().catch(() => ({}))) as { value?: unknown };

  if (answer.ok && typeof value === 'string') return value;

  throw new PlumblineError('github', `GitHub did not give the job an identity token (HTTP ${answer.status})`, {
    help: 'Check https://www.githubstatus.com, and run the job again.',
  });
}
