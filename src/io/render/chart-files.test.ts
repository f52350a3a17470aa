import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chartFile } from './chart-files.ts';
import { readTar, writeTar } from './tar.ts';

const megabytes = 1024 * 1024;
const unpack = (path: string, content: Buffer, bytes: number) => chartFile(path, content, { bytes, left: bytes });
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-tar-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
const tar = (format: string, ...paths: string[]): Buffer =>
  execFileSync('tar', ['--format', format, '-cf', '-', ...paths], { cwd: folder, maxBuffer: 10 * megabytes });

const long = `c/${'deep/'.repeat(30)}${'n'.repeat(120)}.yaml`;

describe('an archive', () => {
  test.each(['ustar', 'gnu', 'pax'])('of tar --format %s is read', (format) => {
    const files = {
      'c/Chart.yaml': 'name: c\n',
      'c/empty': '',
      'c/ünï.yaml': 'x: 1\n',
      ...(format !== 'ustar' && { [long]: 'long\n' }),
    };
    write(files);
    symlinkSync('/etc/hostname', join(folder, 'c/link'));
    const read = readTar(tar(format, 'c')).map(({ path, content }) => [path, content.toString('utf8')]);
    expect(Object.fromEntries(read)).toEqual(files);
  });

  test('is read by tar and by us as it was written', () => {
    const files = [
      { path: 'c/Chart.yaml', content: Buffer.from('name: c\n') },
      { path: long, content: Buffer.alloc(1025, 'x') },
      { path: 'c/ünï', content: Buffer.alloc(0) },
    ];
    const written = writeTar(files);
    expect(readTar(written)).toEqual(files);
    writeFileSync(join(folder, 'a.tar'), written);
    const listed = execFileSync('tar', ['--quoting-style=literal', '-tf', 'a.tar'], { cwd: folder, encoding: 'utf8' });
    expect(listed.trim().split('\n')).toEqual(files.map(({ path }) => path));
  });

  test.each([
    ['is cut off', (bytes: Buffer) => bytes.subarray(0, 700)],
    ['has another checksum', (bytes: Buffer) => Buffer.concat([Buffer.from('A'), bytes.subarray(1)])],
    ['has a size that is not an octal number', (bytes: Buffer) => Buffer.from(bytes).fill(0x80, 124, 125)],
  ])('that %s is refused', (_, broken) => {
    write({ 'c/Chart.yaml': 'x'.repeat(600) });
    expect(() => readTar(broken(tar('ustar', 'c/Chart.yaml')))).toThrow();
  });
});

describe('a file of a chart', () => {
  const remote = JSON.stringify({ $ref: 'http://127.0.0.1/x' });
  const archive = (files: Readonly<Record<string, string | Buffer>>): Buffer =>
    gzipSync(writeTar(Object.entries(files).map(([path, content]) => ({ path, content: Buffer.from(content) }))));

  test('is unchanged if it is neither a schema nor an archive', () => {
    const bytes = Buffer.from(remote);
    for (const path of ['c/values.yaml', 'c/files/x.tgz', 'c/templates/a.yaml', 'charts.tgz'])
      expect(unpack(path, bytes, megabytes)).toEqual({ bytes });
  });

  test('that is a schema with a reach is refused, in an archive and in one within it too', () => {
    const inner = archive({ 'b/values.schema.json': remote });
    for (const [path, bytes] of [
      ['c/values.schema.json', Buffer.from(remote)],
      ['c/charts/b-1.0.0.tgz', inner],
      ['c/charts/a.tgz', archive({ 'a/charts/b.tgz': inner })],
      ['.plumbline-chart.tgz', inner],
    ] as const)
      expect(unpack(path, bytes, megabytes)).toEqual({
        refused: expect.stringContaining('refers to `http://127.0.0.1/x`, which helm would read from outside'),
      });
  });

  test('that is a schema is read without a draft that helm would download', () => {
    const bytes = Buffer.from(JSON.stringify({ $schema: 'https://example.com/draft', type: 'object' }));
    expect(unpack('c/values.schema.json', bytes, megabytes)).toEqual({ bytes: Buffer.from('{"type":"object"}') });
  });

  test('that is an archive comes out with what was looked at and nothing else', () => {
    write({ 'b/Chart.yaml': 'name: b\n' });
    symlinkSync('/etc', join(folder, 'b/etc'));
    const given = Buffer.concat([tar('pax', 'b'), Buffer.from('a tail that another reader might take for files')]);
    const looked = unpack('c/charts/b.tgz', gzipSync(given), megabytes);
    const files = 'bytes' in looked ? readTar(gunzipSync(looked.bytes)) : [];
    expect(files.map(({ path }) => path)).toEqual(['b/Chart.yaml']);
  });

  test('that is a bomb, broken or endless is refused', () => {
    const bomb = gzipSync(Buffer.alloc(50 * megabytes));
    expect(unpack('charts/b.tgz', bomb, megabytes)).toEqual({
      refused: expect.stringContaining('larger than 1 MB when unpacked'),
    });
    expect(unpack('charts/b.tgz', Buffer.from('x'), megabytes)).toHaveProperty('refused');
    const budget = { bytes: megabytes, left: megabytes };
    const large = archive({ 'b/files/large': Buffer.alloc(600 * 1024) });
    expect(chartFile('charts/a.tgz', large, budget)).toHaveProperty('bytes');
    expect(chartFile('charts/b.tgz', large, budget)).toHaveProperty('refused');
    let nested = archive({ 'b/Chart.yaml': 'name: b\n' });
    for (let i = 0; i < 20; i++) nested = archive({ 'b/charts/b.tgz': nested });
    expect(unpack('charts/b.tgz', nested, 10 * megabytes)).toEqual({
      refused: expect.stringContaining('more than 8 levels deep'),
    });
  });
});
