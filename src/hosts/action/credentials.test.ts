import { describe, expect, test } from 'vitest';
import { actionComment, actionReview } from '../../review/host-rules.ts';
import { credentialsOf, rulesHere } from './credentials.ts';
import { readInputs } from './inputs.ts';

const here = (env: Record<string, string>) => ({ inputs: readInputs(env), runner: { env } });

describe('T66: the credentials of a job', () => {
  test.each<[Record<string, string>, string[]]>([
    [{}, []],
    [{ GITHUB_TOKEN: 'x' }, []],
    [{ ACTIONS_ID_TOKEN_REQUEST_URL: 'https://a', ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'x' }, ['`id-token: write`']],
    [{ INPUT_KUBECONFIG: 'apiVersion: v1' }, ['the input `kubeconfig`']],
    [{ KUBECONFIG: '/home/runner/.kube/config' }, ['the variable `KUBECONFIG`']],
    [{ AWS_ACCESS_KEY_ID: 'x' }, ['the variable `AWS_ACCESS_KEY_ID`']],
    [{ AWS_WEB_IDENTITY_TOKEN_FILE: '/token' }, ['the variable `AWS_WEB_IDENTITY_TOKEN_FILE`']],
  ])('%j', (env, expected) => {
    expect(credentialsOf(readInputs(env), env)).toEqual(expected);
  });

  test('T66: a review that could sign in to a cluster renders nothing', () => {
    const env = { ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'x' };
    for (const rules of [actionReview, actionComment]) {
      expect(rulesHere(rules, here(env)).rendering).toBe('with a note');
      expect(rulesHere(rules, here({}))).toBe(rules);
    }
  });
});
