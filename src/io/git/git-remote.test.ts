import { expect, test } from 'vitest';
import { repositoryIn } from './git-remote.ts';

test.each([
  ['git@github.com:acme/infra.git', { owner: 'acme', name: 'infra' }],
  ['https://github.com/acme/infra', { owner: 'acme', name: 'infra' }],
  ['https://x@github.example.com/acme/infra.live.git', { owner: 'acme', name: 'infra.live' }],
  ['ssh://git@github.com/acme/infra.git', { owner: 'acme', name: 'infra' }],
  ['/srv/git/infra.git', undefined],
  ['../infra', undefined],
])('%s', (url, expected) => expect(repositoryIn(url)).toEqual(expected));
