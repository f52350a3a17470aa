import { linesOfComment, linesOfText } from './first-lines.ts';

/** What a review printed, of which two statements may contradict each other. */
export interface Printed {
  readonly document: {
    readonly events: readonly PrintedEvent[];
    readonly environments: readonly { readonly name: string }[];
    readonly diagnostics: readonly PrintedFinding[];
    readonly disruption: { readonly nodePools: readonly object[] };
    readonly coverage?: { readonly places: { readonly notUnderstood: number } } | undefined;
  };
  readonly text: string;
  readonly comment: string;
}

interface PrintedFinding {
  readonly code?: string;
  readonly severity: string;
  readonly isNew: boolean;
  readonly message?: string;
  readonly file?: string;
}

interface PrintedEvent {
  readonly kind: string;
  readonly subject: string | null;
  readonly cluster: string | null;
  readonly count: number | null;
}

/** The first lines of both formats, as plain text. */
const firstLines = ({ text, comment }: Printed): string[] =>
  [...linesOfText(text), ...linesOfComment(comment)].map((line) => line.replace(/^#+ |^\s+|\*\*/g, ''));

const headlines = (printed: Printed): string[] => {
  const [text = ''] = linesOfText(printed.text);
  const [comment = ''] = linesOfComment(printed.comment);
  return [text, comment];
};

const allLines = ({ text, comment }: Printed): string[] =>
  [...text.split('\n'), ...comment.split('\n')].map((line) => line.replaceAll('<span>$</span>', '$'));

const goes = ({ kind }: PrintedEvent): boolean => kind === 'replaced' || kind === 'deleted';

/** Finds the lines that contradict another statement of the same review. */
type Check = (printed: Printed) => readonly string[];

/** What must never stand next to each other. */
export const contradictions = {
  'a cluster that Terraform destroys has no figures of before': (printed) => {
    const isDestroyed = headlines(printed).some((line) => /destroys .* with all of its nodes(?! if)/.test(line));
    const isCalm = (line: string): boolean => /\bunchanged\b|No nodes are replaced/.test(line);
    return isDestroyed ? firstLines(printed).filter(isCalm) : [];
  },

  'nodes of a NodePool do not stay and go': (printed) => {
    const { events, environments } = printed.document;

    return events.filter(goes).flatMap(({ subject, cluster }) => {
      const isAboutPool = (line: string): boolean =>
        line.includes('running nodes stay') && /^(?:~|-) NodePool /.test(line) && nameIn(line) === subject;
      const isHere = (line: string): boolean =>
        cluster === null ||
        environments.length < 2 ||
        !/ in /.test(line.split(':')[0]!) ||
        line.split(':')[0]!.includes(cluster);

      return allLines(printed).filter((line) => isAboutPool(line) && isHere(line));
    });
  },

  'nothing is unchanged next to a bound': (printed) =>
    // Other costs are each about something else.
    allLines(printed)
      .flatMap((line) => line.split(/; |<br>/))
      .filter((part) => /\bunchanged\b/.test(part) && /\bat (?:least|most) [$€]/.test(part)),

  'no nodes are replaced only if none is, and everything is understood': (printed) => {
    const { events, coverage } = printed.document;
    const isSure = !events.some(goes) && (coverage?.places.notUnderstood ?? 0) === 0;
    return isSure ? [] : firstLines(printed).filter((line) => line.includes('No nodes are replaced'));
  },

  'an environment in the headline has a line of figures': (printed) => {
    const lines = linesOfText(printed.text).slice(1);
    return printed.document.environments.flatMap(({ name }) => {
      const isNamed = headlines(printed)[0]!
        .replace(/`[^`]*`/g, '')
        .includes(` in ${name}`);
      const hasFigures = lines.some((line) => line.startsWith(`  ${name}: `));
      return isNamed && !hasFigures ? [name] : [];
    });
  },

  'pods whose node stays are not unschedulable': (printed) => {
    const { events } = printed.document;
    const isNow = events.some(({ kind }) => kind === 'unschedulable' || kind === 'rollout-stops');
    const isLater = events.some(({ kind }) => kind === 'unschedulable-later');
    if (isNow || !isLater) return [];
    return allLines(printed).filter((line) => /\b\d+ pods? (?:is |are |becomes? )?unschedulable\b/.test(line));
  },

  'amounts that differ look different': (printed) =>
    allLines(printed).filter((line) => {
      const [, before, after] =
        /([$€][\d,.]+) → (?:about |at least |at most )?([$€][\d,.]+)\/month \(/.exec(line) ?? [];
      return before !== undefined && before === after;
    }),

  'bounds next to a difference are those of the difference': (printed) =>
    allLines(printed).filter((line) => / → [^·(]*\/month \([^)]*range [$€]\d/.test(line)),

  'what is less is less in each case': (printed) => {
    const lines = firstLines(printed);
    return headlines(printed)
      .flatMap((line) => line.split('. '))
      .filter((sentence) => /\bSaves\b|\bnodes? less\b(?!.* more)/.test(sentence))
      .filter((sentence) => {
        const cluster = / in ([\w-]+)/.exec(sentence)?.[1];
        const figures = lines.filter((line) => line.includes(' · ') && (!cluster || line.startsWith(`${cluster}: `)));
        return figures.some((line) => /\([^)]*−[$€][\d,.]+ to (?:[$€]0|\+)/.test(line));
      });
  },

  'a headline has one reason': (printed) =>
    headlines(printed)
      .flatMap((line) => line.split(/[.;] /))
      .filter((sentence) => (sentence.replace(/`[^`]*`/g, '').match(/\bbecause\b/g) ?? []).length > 1),

  'no key is named twice in a headline': (printed) =>
    headlines(printed).filter((line) => /(`[^`]+`) and \1/.test(line)),

  'new pods do not stay pending while they may run on other nodes': (printed) => {
    const mayRun = allLines(printed).filter((line) => line.includes('these pods may run there'));
    const workloads = mayRun.flatMap((line) => line.match(/`\w+\/[\w./-]+`/g) ?? []);
    return allLines(printed).filter(
      (line) => /new pods? stays? pending/.test(line) && workloads.some((workload) => line.includes(workload)),
    );
  },

  'pods that fit nowhere come before nodes that stay': ({ comment }) => {
    const at = (code: string): number => comment.indexOf(`· \`${code}\``);
    const [held, pods] = [at('disruption/rollout-held'), at('provisioning/pod-unschedulable')];
    const fold = comment.indexOf('<details>');
    return held >= 0 && held < pods && (fold < 0 || pods < fold) ? ['disruption/rollout-held comes first'] : [];
  },

  'nothing is said twice in the first lines': (printed) =>
    [linesOfText(printed.text), linesOfComment(printed.comment)].flatMap((lines) => {
      const sentences = lines.flatMap((line) => line.replace(/^\W+/u, '').split(/(?<=\.) /));
      const reasons = lines.flatMap((line) => line.match(/\([^()]{12,}\)/g) ?? []);
      return [...repeated(sentences), ...repeated(reasons)];
    }),

  'the headline has the number of nodes of the figures': (printed) => {
    const { events } = printed.document;
    return headlines(printed).filter((line) => {
      const [, verb, count] = /(Replaces|Deletes) (?:at least )?(\d+) nodes?\b/.exec(line) ?? [];
      if (verb === undefined) return false;

      const kind = verb === 'Replaces' ? 'replaced' : 'deleted';
      const counted = events.filter((event) => event.kind === kind);
      const sums = [...new Set(counted.map((event) => event.cluster))].map((name) =>
        counted.filter((event) => event.cluster === name).reduce((sum, event) => sum + (event.count ?? 0), 0),
      );
      return !sums.includes(Number(count));
    });
  },

  // One sentence may be true of several objects. Findings with different codes never share one.
  'findings are counted as their sentences are': (printed) => {
    const line = firstLines(printed).join(' ');

    return (['error', 'warning'] as const).flatMap((severity) => {
      const codes = printed.document.diagnostics
        .filter((one) => one.isNew && one.severity === severity)
        .map(({ code }) => code);
      const count = new RegExp(`(?:^|[.\\d] |and )(\\d+) ${severity}s?(?=\\.| and)`).exec(line)?.[1];
      const isPossible = Number(count) >= new Set(codes).size && Number(count) <= codes.length;
      return count === undefined || isPossible ? [] : [`${count} ${severity}s of ${codes.length}`];
    });
  },

  'nodes of an object that the API server refuses stay': (printed) => {
    const gone = printed.document.events.filter(goes).map(({ subject }) => subject);
    return allLines(printed).filter(
      (line) =>
        /^(?:~|-) NodePool .*: the API server refuses it, so running nodes stay/.test(line) &&
        gone.includes(nameIn(line) ?? null),
    );
  },

  'nodes that stay because their NodePool is not ready are held by no pods': (printed) =>
    allLines(printed).filter((line) => / does not become ready/.test(line) && /must not be disrupted/.test(line)),

  'nothing is unproblematic above a note': (printed) => {
    const { diagnostics } = printed.document;
    const isSaid = ({ code = '', severity, isNew }: PrintedFinding): boolean =>
      isNew && severity === 'note' && !/^(?:review|render)\//.test(code);
    return diagnostics.some(isSaid) ? headlines(printed).filter((line) => /No problems found\.$/.test(line)) : [];
  },

  'nothing has no effect if that cannot be told': (printed) =>
    headlines(printed).filter((line) => /No effect found/.test(line) && /cannot tell/.test(line)),

  'a headline has words and no hashes or JSON': (printed) =>
    headlines(printed).filter((line) => /\bhash [0-9a-f]{8,}|\{"/.test(line)),

  'a finding of one environment is in no other': (printed) =>
    headlines(printed).filter((line) => {
      const only = / \(only in ([\w-]+)\)/.exec(line)?.[1];
      return printed.document.diagnostics.some(
        ({ isNew, message = '', file }) =>
          isNew && only !== undefined && file?.includes(only) === false && line.includes(message),
      );
    }),
} as const satisfies Readonly<Record<string, Check>>;

/** The name of the object that a line about a change begins with. */
const nameIn = (line: string): string | undefined => /^(?:~|-) \w+ \[?`?([^`: ]+)/.exec(line)?.[1];

const repeated = (texts: readonly string[]): string[] =>
  texts.filter((text, at) => text.trim().length > 12 && texts.indexOf(text) < at);
