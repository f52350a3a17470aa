/**
 * Writes the generated files: action.yml, pages of docs/ whose content is in the code, the JSON schema, and the diagram in
 * ARCHITECTURE.md. A test fails if one of them is stale.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { performancePage, readBench, readHosts, readSmall, readValidation } from '../bench/record.ts';
import { approvalsPage } from './approvals-page.ts';
import { configSchema } from './config-schema.ts';

import { actionYaml, optionsPage } from './generated-options.ts';
import { hostsPage } from './hosts-page.ts';
import { incidentsPage } from './incidents-page.ts';
import { manPage } from './man-page.ts';
import { operatorsPage } from './operators-page.ts';
import { presetsPage } from './presets-page.ts';
import { readFirstSights } from './real-repositories/first-sights.ts';
import { readJudgements, readList } from './real-repositories/list.ts';
import { realRepositoriesPage } from './real-repositories/page.ts';
import { ruleDocs } from './rule-docs.ts';
import { withStages } from './stages-picture.ts';
import { suitesPage } from './suites-page.ts';
import { threatsPage } from './threats.ts';

/** Path → content of every generated file. */
export function generated(): Map<string, string> {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const files = new Map<string, string>([
    ['action.yml', actionYaml()],
    ['docs/approvals.md', approvalsPage()],
    ['docs/threats.md', threatsPage()],
    ['docs/hosts.md', hostsPage()],
    ['docs/incidents.md', incidentsPage()],
    ['docs/operators.md', operatorsPage()],
    ['docs/options.md', optionsPage()],
    ['docs/plumbline.1', manPage(version)],
    [
      'docs/performance.md',
      performancePage({ small: readSmall(), bench: readBench(), hosts: readHosts(), validation: readValidation() }),
    ],
    ['docs/plumbline.schema.json', configSchema()],
    ['docs/presets.md', presetsPage()],
    ['docs/real-repositories.md', realRepositoriesPage(readList(), readJudgements(), readFirstSights())],
    ['docs/upstream-suites.md', suitesPage()],
    ...ruleDocs(),
  ]);
  if (existsSync('ARCHITECTURE.md')) files.set('ARCHITECTURE.md', withStages(readFileSync('ARCHITECTURE.md', 'utf8')));
  return files;
}

/** Generated pages of rules that no longer exist. */
export function orphans(files: ReadonlyMap<string, string>): string[] {
  const pages = existsSync('docs/rules') ? readdirSync('docs/rules').map((name) => join('docs/rules', name)) : [];
  return pages.filter((page) => !files.has(page));
}

/** Generated files that do not match their sources. */
export function stale(files: ReadonlyMap<string, string>): string[] {
  const changed = [...files].filter(([path, content]) => !existsSync(path) || readFileSync(path, 'utf8') !== content);
  return [...changed.map(([path]) => path), ...orphans(files)].sort();
}

if (import.meta.main) {
  const files = generated();
  for (const page of orphans(files)) rmSync(page);
  for (const [path, content] of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  console.log(`${files.size} files written.`);
}
