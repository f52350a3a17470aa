/** `node scripts/pack-kubeval-wasm.ts FOLDER`: writes the package of kubeval-wasm, kubeval-wasm-VERSION.tgz, into the folder. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { writeDeclarations } from './declarations.ts';

const kept = [
  ...['package.json', 'README.md', 'LICENSE', 'THIRD-PARTY-LICENSES.txt'],
  ...['kubeval.wasm.br', 'kubeval.memory.br', 'kubeval.wasm.sha256'],
];

/** Bundles the validator and packs it with its declarations. Returns the path of the package. */
export async function packKubevalWasm(folder: string): Promise<string> {
  const work = mkdtempSync(join(tmpdir(), 'plumbline-pack-'));
  try {
    for (const file of kept) cpSync(join('kubeval-wasm', file), join(work, file));
    const build = await rolldown({
      input: 'kubeval-wasm/validator.ts',
      platform: 'node',
      transform: { target: 'node20.19' },
    });
    await build.write({ file: join(work, 'validator.js'), format: 'esm' });
    await build.close();
    writeDeclarations(join(work, 'types'), 'kubeval-wasm/validator.ts');
    const args = ['pack', '--json', '--pack-destination', resolve(folder)];
    const [packed] = JSON.parse(execFileSync('npm', args, { cwd: work, encoding: 'utf8' })) as [{ filename: string }];
    return join(folder, packed.filename);
  } finally {
    rmSync(work, { recursive: true });
  }
}

if (import.meta.main) console.log(await packKubevalWasm(process.argv[2] ?? '.'));
