import { listIf } from '../../engine/text/list-if.ts';
import type { Env } from '../../io/env.ts';
import type { HostRules } from '../../review/host-rules.ts';
import type { ActionInputs } from './inputs.ts';

/** Variables that let a job sign in to a cluster, with their names in messages. */
const identity: readonly (readonly [name: string, what: string])[] = [
  ['ACTIONS_ID_TOKEN_REQUEST_TOKEN', '`id-token: write`'],
  ['ACTIONS_ID_TOKEN_REQUEST_URL', '`id-token: write`'],
  ['KUBECONFIG', 'the variable `KUBECONFIG`'],
];

/** Variables of a cloud. A runner of its own may have them in every job. */
const cloud: readonly (readonly [name: string, what: string])[] = [
  ['AWS_ACCESS_KEY_ID', 'the variable `AWS_ACCESS_KEY_ID`'],
  ['AWS_WEB_IDENTITY_TOKEN_FILE', 'the variable `AWS_WEB_IDENTITY_TOKEN_FILE`'],
  ['AWS_CONTAINER_CREDENTIALS_FULL_URI', 'the variable `AWS_CONTAINER_CREDENTIALS_FULL_URI`'],
];

/** What a job could reach a cluster or a cloud with, each as a phrase. */
export function credentialsOf(
  { kubeconfig }: Pick<ActionInputs, 'kubeconfig'>,
  env: Env,
  variables = [...identity, ...cloud],
): string[] {
  const reachable = variables.filter(([name]) => env[name]).map(([, what]) => what);
  return [...new Set([...reachable, ...listIf(kubeconfig !== undefined, 'the input `kubeconfig`')])];
}

/** The rules of a mode in this job. A job that can sign in to a cluster runs no program on the content of a repository (ADR 0028). */
export const rulesHere = <Rules extends HostRules>(
  rules: Rules,
  { inputs, runner: { env } }: { readonly inputs: ActionInputs; readonly runner: { readonly env: Env } },
): Rules => {
  if (credentialsOf(inputs, env, [...identity]).length === 0) return rules;
  return { ...rules, rendering: 'with a note' };
};
