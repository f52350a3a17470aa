import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('.', import.meta.url));
const cache = join(process.env.PLUMBLINE_TEST_CACHE ?? join(homedir(), '.cache', 'plumbline-test'), 'apiserver');
const version = 'v1.36.3';
const isVersion = 'k8s.io/component-base/version';

/** Path of the API server, built on first use into the cache outside of the repository: about 6 minutes of CPU, once. */
export function buildApiServer(say: (progress: string) => void = console.error): string {
  const folder = join(cache, fingerprint());
  const program = join(folder, 'apiserver');
  if (existsSync(program)) return program;
  say(`building kube-apiserver ${version} into ${folder}: the first time on a machine takes about 6 minutes of CPU`);
  mkdirSync(folder, { recursive: true });
  const unfinished = `${program}.${process.pid}`;
  const flags = `-s -w -X ${isVersion}.gitVersion=${version} -X ${isVersion}.gitMajor=1 -X ${isVersion}.gitMinor=36`;
  execFileSync('nice', ['go', 'build', '-buildvcs=false', '-trimpath', '-ldflags', flags, '-o', unfinished, '.'], {
    cwd: source,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // Only a finished program gets the name that the next run looks for.
  renameSync(unfinished, program);
  return program;
}

/** Changes with everything that the program is built from. */
function fingerprint(): string {
  const hash = createHash('sha256').update(version);
  const files = readdirSync(source).filter((name) => /\.go$|^go\.(mod|sum)$/.test(name));
  for (const name of files.sort()) hash.update(name).update(readFileSync(join(source, name)));
  return hash.digest('hex').slice(0, 12);
}
