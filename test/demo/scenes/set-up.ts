import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { Narrator } from '../narrator.ts';
import { atFirst } from '../repository.ts';
import type { Story } from '../story.ts';
import { region, type World } from '../world.ts';

/** `plumbline init` sets up a repository, and an administrator does the remaining steps that it lists. */
export async function setUp(world: World, narrator: Narrator): Promise<Story> {
  narrator.scene('A platform team sets plumbline up');
  const { cluster, cloud, clusterArn, folder } = world;
  const ids = ['--repository', 'acme/infra', '--repository-ids', '7/42'];
  narrator.tell(`$ plumbline init --apply --cluster-arn ${clusterArn} ${ids.join(' ')}`);
  const args = [
    resolve(process.env.PLUMBLINE_DIST ?? 'dist', 'cli.js'),
    'init',
    '--apply',
    '--output',
    folder,
    '--cluster-arn',
    clusterArn,
    ...ids,
  ];
  // It reads the repository in which it runs.
  execFileSync(process.execPath, args, { cwd: folder, stdio: 'pipe' });
  const written = readFolder(folder);
  narrator.claim(
    'it wrote workflows for review, comment, apply and drift, with roles and permissions for each',
    ['plumbline', 'plumbline-comment', 'plumbline-apply-production', 'plumbline-drift-production'].every(
      (name) => written[`.github/workflows/${name}.yaml`] !== undefined,
    ),
  );
  const rights = parseAllDocuments(written['plumbline/production/rbac.yaml']!).map((document) => document.toJS());
  narrator.tell('An administrator creates the roles in AWS, their access entries and the permissions in the cluster.');
  await cloud.trustGitHub();
  for (const environment of ['production', 'production-drift']) {
    const read = (name: string) => JSON.parse(written[`plumbline/${environment}/${name}.json`]!);
    await cloud.createRole(`plumbline-${environment}`, read('trust-policy'));
    cloud.accessEntries.push(read('access-entry'));
  }
  await cluster.server.apply(rights);
  const main = { ...written, ...atFirst, 'plumbline.yaml': `${written['plumbline.yaml']}region: ${region}\n` };
  return { world, narrator, written, main, pull: undefined, branch: main, digest: '', merged: '' };
}

function readFolder(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]));
}
