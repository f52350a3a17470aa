import { expect, test } from 'vitest';
import { withRequest } from './policy-program.ts';

test.each([
  [`request.operation == 'CREATE'`, `environment.request.operation == 'CREATE'`],
  ['has(request.userInfo.extra)', 'has(environment.request.userInfo.extra)'],
  ['object.request.params', 'object.request.params'],
  ['object.?params.orValue(1)', 'object.?params.orValue(1)'],
  ['object . request', 'object . request'],
  [`'request' + "params"`, `'request' + "params"`],
  [String.raw`r'request\' + request.name`, String.raw`r'request\' + environment.request.name`],
  [String.raw`'it\'s request' + request.name`, String.raw`'it\'s request' + environment.request.name`],
  [`'''request\nparams''' + request.name`, `'''request\nparams''' + environment.request.name`],
  ['true // request', 'true // request'],
  ['requests.params + myrequest', 'requests.params + myrequest'],
  ['[params.a, namespaceObject]', '[environment.params.a, environment.namespaceObject]'],
])('%s becomes %s', (expression, moved) => expect(withRequest(expression)).toBe(moved));
