/**
 * Builds dist/. `--check` builds into another folder and fails if a byte differs from what is committed.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from './bundle.ts';

/** Maps the relative path of every file below a folder to its content. */
function contents(folder: string): Map<string, Buffer> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length + 1), readFileSync(path)];
    }),
  );
}

function differences(committed: Map<string, Buffer>, built: Map<string, Buffer>): string[] {
  const names = [...new Set([...committed.keys(), ...built.keys()])].sort();
  return names.filter((name) => !committed.get(name)?.equals(built.get(name) ?? Buffer.alloc(0)) || !built.has(name));
}

if (process.argv.includes('--check')) {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-dist-'));
  await bundle(folder);
  const stale = differences(contents('dist'), contents(folder));
  rmSync(folder, { recursive: true });
  if (stale.length > 0) {
    console.error(`dist/ does not match src/: ${stale.join(', ')}\nRun \`npm run build\` and commit dist/.`);
    process.exit(1);
  }
  console.log('dist/ matches src/, byte for byte.');
} else {
  rmSync('dist', { recursive: true, force: true });
  await bundle('dist');
  const bytes = [...contents('dist').values()].reduce((sum, content) => sum + content.length, 0);
  console.log(`dist/ is ${(bytes / 1e6).toFixed(1)} MB.`);
}
