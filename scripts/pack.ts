/** `node scripts/pack.ts FOLDER`: writes the package of a release, plumbline-VERSION.tgz, into the folder. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Packs what `files` names; gives the path of the package. `dist/` carries all that it runs, so the package asks for no dependencies. */
export function pack(folder: string): string {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  const { scripts, dependencies, devDependencies, optionalDependencies, ...described } = manifest;
  const work = mkdtempSync(join(tmpdir(), 'plumbline-pack-'));
  try {
    for (const file of described.files as string[]) cpSync(file, join(work, file), { recursive: true });
    writeFileSync(join(work, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
    const args = ['pack', '--json', '--pack-destination', resolve(folder)];
    const [packed] = JSON.parse(execFileSync('npm', args, { cwd: work, encoding: 'utf8' })) as [{ filename: string }];
    return join(folder, packed.filename);
  } finally {
    rmSync(work, { recursive: true });
  }
}

if (import.meta.main) console.log(pack(process.argv[2] ?? '.'));
