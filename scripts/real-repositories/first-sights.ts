import { readFileSync } from 'node:fs';

/** A number out of all. */
interface Share {
  readonly right: number;
  readonly all: number;
}

/** What a judge who did not build plumbline found in repositories that nobody had tried before. Later fixes change no row. */
export interface FirstSight {
  /** ISO date of the judgement. */
  readonly date: string;
  /** The commit of plumbline. */
  readonly commit?: string;
  /** Their names. Empty for the first ones, which are among the unseen repositories. */
  readonly repositories: readonly string[];
  readonly repositoryCount: number;
  /** How many of them an earlier first sight had, at an earlier commit of plumbline. */
  readonly seenBefore?: number;
  /** Reviews of a repository as it was, or of one of its historical changes. */
  readonly reviews?: number;
  readonly findings: {
    readonly all: number;
    readonly false: number;
    readonly falseErrors?: number;
    readonly debatable?: number;
  };
  readonly verdicts?: Share;
  /** First lines in which every statement is true. */
  readonly firstLines?: Share;
  /** Reviews that say that nothing happens, although something does. */
  readonly wronglyNothing?: number;
  /** What was false, for people. */
  readonly kinds: readonly string[];
}

const file = new URL('../../test/real-repositories/first-sights.json', import.meta.url);

/** All first sights, oldest first. */
export const readFirstSights = (): readonly FirstSight[] => JSON.parse(readFileSync(file, 'utf8'));

/** A table with one row for each first sight, and what was false in it. */
export function firstSightsTable(sights: readonly FirstSight[]): string {
  const shown = (number: number | undefined): string => (number === undefined ? 'not counted' : `${number}`);
  const share = (of: Share | undefined): string =>
    of === undefined ? 'not counted' : `${of.right} of ${of.all} (${percent(of.right, of.all)})`;
  const rows = sights.map(
    ({ date, repositoryCount, seenBefore, reviews, findings, verdicts, firstLines, wronglyNothing }) => [
      date,
      seenBefore === undefined ? `${repositoryCount}` : `${repositoryCount}, ${seenBefore} again`,
      shown(reviews),
      `${findings.false} of ${findings.all} (${percent(findings.false, findings.all)})`,
      shown(findings.falseErrors),
      share(verdicts),
      share(firstLines),
      shown(wronglyNothing),
    ],
  );

  return [
    '| Date | Repositories | Reviews | False errors and warnings | False errors | Verdicts right | First lines true | Wrongly nothing |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
    ...sights.flatMap(({ date, repositoryCount, kinds }) =>
      kinds.map((kind) => `- ${date}, ${repositoryCount} repositories: ${kind}`),
    ),
  ].join('\n');
}

const percent = (part: number, all: number): string => `${((100 * part) / all).toFixed(1)}%`;
