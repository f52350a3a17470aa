import { PlumblineError } from '../../errors.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** In milliseconds. */
const timeout = 20_000;

/**
 * The identity token of the job that a command line runs in. @actions/core would announce it on standard output, which is
 * where results go. Rejects where the job may have none.
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
  throw new PlumblineError('github', `GitHub gave the job no identity token (HTTP ${answer.status})`, {
    help: 'Run the job again; see https://www.githubstatus.com.',
  });
}
