import { gitAtOnce } from './command.ts';

/** Owner and name of the GitHub repository of the remote `origin`; undefined if there is none. */
export function remoteRepository(folder: string): { owner: string; name: string } | undefined {
  const url = gitAtOnce(folder, ['remote', 'get-url', 'origin']);
  return url && repositoryIn(url.toString('utf8').trim());
}

/** `git@github.com:acme/infra.git` and `https://github.com/acme/infra` → acme, infra. */
export function repositoryIn(url: string): { owner: string; name: string } | undefined {
  const [, owner, name] = /^(?:[\w+]+:\/\/[^/]+\/|[^/@]+@[^:/]+:)([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(url) ?? [];
  if (owner === undefined) return undefined;
  return { owner, name: name! };
}
