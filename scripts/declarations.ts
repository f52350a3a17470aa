import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Writes the type declarations of a file, by default the public API, and of the files that it imports into a folder. They import no
 * package, so they need nothing else.
 */
export function writeDeclarations(folder: string, of = 'src/index.ts'): void {
  const work = realpathSync(mkdtempSync(join(tmpdir(), 'plumbline-types-')));
  try {
    const config = {
      extends: resolve('tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        incremental: false,
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: resolve('.'),
        outDir: work,
        typeRoots: [resolve('node_modules/@types')],
      },
      include: [],
      files: [resolve(of)],
    };
    writeFileSync(join(work, 'tsconfig.json'), JSON.stringify(config));
    execFileSync(resolve('node_modules/.bin/tsc'), ['-p', join(work, 'tsconfig.json')], { encoding: 'utf8' });
    // The compiler does not copy declarations that somebody wrote.
    for (const file of readdirSync(dirname(of)).filter((name) => name.endsWith('.d.ts')))
      cpSync(join(dirname(of), file), join(work, dirname(of), file));
    for (const [file, text] of reachable(join(work, dirname(of)), `${basename(of, '.ts')}.d.ts`)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
  } finally {
    rmSync(work, { recursive: true });
  }
}

const imported = /(?<=\b(?:from|import\() ?')[^']+(?=')/g;

/** A file and all files that it imports. Throws if one of them imports a package. */
function reachable(folder: string, first: string): Map<string, string> {
  const texts = new Map<string, string>();
  const open = [first];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (texts.has(file)) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [name] of text.matchAll(imported)) {
      if (!name.startsWith('.')) throw new Error(`${file} imports \`${name}\`, which the package does not contain`);
      open.push(join(dirname(file), name).replace(/\.[jt]s$/, '.d.ts'));
    }
    texts.set(
      file,
      text.replaceAll(imported, (name) => name.replace(/\.ts$/, '.js')),
    );
  }
  return texts;
}
