import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { events } from '../../src/hosts/bot/webhooks/event-jobs.ts';
import { plumblineApp } from '../github/emulated-api.ts';

const manifest = parse(readFileSync('app.yml', 'utf8'));

describe('app.yml', () => {
  test('subscribes to the events that the bot handles, and to no others', () => {
    expect(manifest.default_events).toEqual([...events]);
  });

  test('requests the permissions that the tests use', () => {
    expect(manifest.default_permissions).toEqual(plumblineApp.permissions);
  });

  test('names permissions that exist on GitHub', () => {
    const folder = dirname(createRequire(import.meta.url).resolve('@octokit/openapi'));
    const api = JSON.parse(readFileSync(join(folder, 'generated/api.github.com.json'), 'utf8'));
    const known = api.components.schemas['app-permissions'].properties;
    for (const [name, level] of Object.entries(manifest.default_permissions))
      expect(known[name]?.enum, name).toContain(level);
  });

  test('has no write permission that could change code', () => {
    const writes = Object.entries(manifest.default_permissions).flatMap(([name, level]) =>
      level === 'write' ? [name] : [],
    );
    expect(writes.sort()).toEqual(['checks', 'deployments', 'issues', 'pull_requests']);
  });

  test('is what the page that creates the app sends', () => {
    const html = readFileSync('deploy/create-app.html', 'utf8');
    const [, json] = /<script id="app" type="application\/json">([\s\S]*?)<\/script>/.exec(html)!;
    expect(JSON.parse(json!)).toEqual(manifest);
  });
});

describe('deploy', () => {
  test('T42: the container image uses the committed bundle, installs nothing and does not run as root', () => {
    const lines = readFileSync('deploy/Containerfile', 'utf8')
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line));
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['FROM', 'COPY', 'USER', 'ENV', 'EXPOSE', 'ENTRYPOINT']);
    expect(lines.find((line) => line.startsWith('USER'))).not.toMatch(/root|\b0\b/);
  });

  test('systemd waits longer than the bot needs to finish', () => {
    const unit = readFileSync('deploy/plumbline-bot.service', 'utf8');
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(25);
  });

  test('every environment variable is documented', () => {
    const source = readFileSync('src/hosts/bot/service/settings.ts', 'utf8');
    const names = new Set(
      [...source.matchAll(/\benv\.([A-Z_]+)|'([A-Z][A-Z_]+)'|\{ ([A-Z_]{3,})(?::|,| )/g)].flatMap((m) =>
        m.slice(1).filter(Boolean),
      ),
    );
    const page = readFileSync('docs/bot.md', 'utf8');
    expect(names.size).toBeGreaterThan(12);
    for (const name of names) expect(page, name).toContain(`\`${name}\``);
  });
});
