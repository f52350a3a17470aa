import { describe, expect, test } from 'vitest';
import { type Exchange, OpenApi } from './openapi.ts';

const openApi = new OpenApi();
const repository = '/repos/acme/infra';

const exchange = (changes: Partial<Exchange>): Exchange => ({
  method: 'GET',
  path: `${repository}/git/trees/abc`,
  query: new URLSearchParams('recursive=1'),
  requestBody: undefined,
  status: 200,
  responseBody: { sha: 'abc', truncated: false, tree: [{ path: 'a', mode: '100644', type: 'blob', sha: 'def' }] },
  ...changes,
});

describe('the check against OpenAPI', () => {
  test('accepts what matches the description', () => expect(openApi.problems(exchange({}))).toEqual([]));

  test.each([
    ['no such endpoint', { path: '/repos/acme/infra/git/forests/abc' }, 'no such endpoint'],
    ['another method', { method: 'PUT' }, 'no such endpoint'],
    ['an unknown parameter', { query: new URLSearchParams('deep=1') }, 'the parameter deep is not described'],
    ['an answer without a property', { responseBody: { sha: 'abc', truncated: false } }, "required property 'tree'"],
    ['an answer of another type', { responseBody: { sha: 'abc', truncated: 'no', tree: [] } }, 'must be boolean'],
    ['a status that is not described', { status: 201 }, 'the status is not described'],
    ['a body where none is allowed', { requestBody: {} }, 'the request takes no body'],
    [
      'a body that lacks a property',
      {
        method: 'POST',
        path: `${repository}/issues/1/comments`,
        query: new URLSearchParams(),
        requestBody: {},
        status: 403,
      },
      "required property 'body'",
    ],
    [
      'a parameter of another type',
      { path: `${repository}/issues/1/comments`, query: new URLSearchParams('per_page=many'), responseBody: [] },
      'must be integer',
    ],
  ] as const)('finds %s', (_, changes, problem) => {
    expect(openApi.problems(exchange(changes)).join()).toContain(problem);
  });
});
