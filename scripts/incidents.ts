import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { cases } from '../test/case.ts';

/** A published incident that a case of test/cases rebuilds as a change. Its `incident.yaml` says what happened. */
export interface Incident {
  /** Name of the case. */
  readonly name: string;
  readonly title: string;
  /** The section of the page. */
  readonly theme: (typeof themes)[number];
  /** What happened, in our own words. */
  readonly story: string;
  readonly sources: readonly string[];
  /** Part of the first line or of a finding of the comment, without the Markdown of names. */
  readonly says: string;
  /** The change is fine, and the comment only has to name a figure. */
  readonly isFine?: boolean;
  /** The case with the same change done well. Its comment says nothing of the kind. */
  readonly twin: string;
}

/** The sections of docs/incidents.md, in order. */
export const themes = [
  'Pods restart',
  'Jobs and CI',
  'Rollouts that stop',
  'Nodes that cannot start',
  'Expiry',
  'Cost',
  'Capacity and addresses',
  'Upgrades',
] as const;

/** All incidents, by theme and name. */
export function incidents(): Incident[] {
  const all = cases().flatMap(({ name, folder }) => {
    const file = `${folder}/incident.yaml`;
    return existsSync(file) ? [{ ...(parse(readFileSync(file, 'utf8')) as Omit<Incident, 'name'>), name }] : [];
  });
  return all.sort((a, b) => themes.indexOf(a.theme) - themes.indexOf(b.theme));
}

/** The lines of a case's comment that are visible before a reader unfolds anything. */
export function visibleLines(name: string): string[] {
  const [visible = ''] = readFileSync(`test/cases/${name}/expected/comment.md`, 'utf8').split('<details>');
  return visible.split('\n');
}

/** The visible line of the incident's comment that says it, a finding before the first line; undefined if none does. */
export function lineThatSays({ name, says }: Pick<Incident, 'name' | 'says'>): string | undefined {
  const lines = visibleLines(name).filter((line) => line.includes(says));
  return lines.find((line) => line.startsWith('- ')) ?? lines[0];
}
