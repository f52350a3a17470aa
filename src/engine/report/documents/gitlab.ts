import type { Severity } from '../../text/diagnostic.ts';
import { fingerprints } from '../../text/fingerprints.ts';
import { optional } from '../../text/list-if.ts';
import { plainSentence } from '../../text/words/escape.ts';
import { jsonText } from '../../text/words/log-text.ts';
import type { Renderer } from '../values/report.ts';
import { Texts } from '../values/texts.ts';

/** GitLab's severities. `blocker` is reserved for people. */
const severities: Record<Severity, string> = { error: 'critical', warning: 'minor', note: 'info' };

/** GitLab's code quality report: GitLab compares it with that of the target branch, so it includes findings that existed before. */
export const gitlab: Renderer = {
  format: 'gitlab',
  render({ review }) {
    const texts = new Texts(review.texts);
    const names = fingerprints(review.findings.map(({ diagnostic }) => diagnostic));

    const entries = review.findings.map(({ diagnostic }) => {
      const { code, severity, message, help, span } = diagnostic;
      const { line } = texts.index(span.file).position(span.start);
      const description = [message, ...optional(help)].map((text) => plainSentence(text, 2_000));

      return {
        description: description.join('. '),
        check_name: code,
        fingerprint: names.get(diagnostic)!,
        severity: severities[severity],
        location: { path: span.file, lines: { begin: line } },
      };
    });

    return `${jsonText(entries, 2)}\n`;
  },
};
