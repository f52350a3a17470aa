import { execFileSync } from 'node:child_process';

/** Owner and name of the repository on GitHub that the remote `origin` leads to; undefined where there is none. */
export function remoteRepository(folder: string): { owner: string; name: string } | undefined {
  try {
    const url = execFileSync('git', ['-C', folder, 'remote', 'get-url', 'origin'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return repositoryIn(url.trim());
  } catch {
    return undefined;
  }
}

/** `git@github.com:acme/infra.git` and `https://github.com/acme/infra` → acme, infra. */
export function repositoryIn(url: string): { owner: string; name: string } | undefined {
  const [, owner, name] = /^(?:[\w+]+:\/\/[^/]+\/|[^/@]+@[^:/]+:)([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(url) ?? [];
  return owner === undefined ? undefined : { owner, name: name! };
}
