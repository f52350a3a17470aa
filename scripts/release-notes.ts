/** `node scripts/release-notes.ts VERSION` prints the changelog of a release, if package.json and CHANGELOG.md agree with its tag. */
import { readFileSync } from 'node:fs';

/** The part of a changelog under `## VERSION`. Undefined if there is none, or if it is not released yet. */
export function notesOf(changelog: string, version: string): string | undefined {
  const parts = changelog.split(/^## /m).slice(1);
  const section = parts.find((part) => part.split(/\s/)[0] === version && !/^[^\n]*unreleased/i.test(part));
  const body = section?.slice(section.indexOf('\n')).trim();
  return body || undefined;
}

if (import.meta.main) {
  const [wanted = ''] = process.argv.slice(2);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const notes = notesOf(readFileSync('CHANGELOG.md', 'utf8'), wanted);
  if (version !== wanted) fail(`package.json says ${version}, the tag says ${wanted || 'nothing'}`);
  if (notes === undefined)
    fail(`CHANGELOG.md has no released version ${wanted}: write its date in place of "unreleased"`);
  console.log(notes);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
