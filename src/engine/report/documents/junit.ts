import type { Finding } from '../../review/context/finding.ts';
import type { Review } from '../../review/context/review-data.ts';
import { type Diagnostic, isAtLeast } from '../../text/diagnostic.ts';
import { plainName, plainSentence } from '../../text/words/escape.ts';
import type { Renderer, RenderOptions } from '../values/report.ts';
import { Texts } from '../values/texts.ts';
import { inputsLine, isBlank } from '../wording/inputs-line.ts';

/** JUnit's XML as CI systems read it: a suite for each file, a case for each finding. A file without findings has one case that passes. */
export const junit: Renderer = {
  format: 'junit',
  render({ review }, options) {
    const suites = [...review.texts.keys(), ...review.findings.map(({ diagnostic }) => diagnostic.span.file)];
    const texts = new Texts(review.texts);
    const files = [...new Set(suites)].sort().map((file) => suite(file, { review, options, texts }));
    const bodies = [inputsSuite(review, options), ...files];
    const total = (of: (body: Suite) => number): number => bodies.reduce((sum, body) => sum + of(body), 0);
    const counts = `tests="${total(({ tests }) => tests)}" failures="${total(({ failures }) => failures)}"`;
    const lines = bodies.map(({ xml }) => xml).join('');

    return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="plumbline" ${counts}>\n${lines}</testsuites>\n`;
  },
};

/** The number of objects read, as properties. If there are none, a skipped case keeps dashboards from showing a green run. */
function inputsSuite(review: Review, { paths }: RenderOptions): Suite {
  const { nodePools, nodeClasses, otherKarpenter, workloads, notRendered, related } = review.inputs;
  const lengths = { notRendered: notRendered.length, related: related.length };
  const properties = Object.entries({ nodePools, nodeClasses, otherKarpenter, workloads, ...lengths }).map(
    ([key, count]) => `      <property name="inputs.${key}" value="${count}"/>\n`,
  );
  const skipped = `<skipped message="${attribute(inputsLine(review, paths))}"/>`;
  const cases = isBlank(review) ? [`    <testcase classname="plumbline" name="inputs">${skipped}</testcase>\n`] : [];
  const tests = cases.length;
  const lines = ['    <properties>\n', ...properties, '    </properties>\n', ...cases].join('');

  return {
    tests,
    failures: 0,
    xml: `  <testsuite name="plumbline" tests="${tests}" failures="0">\n${lines}  </testsuite>\n`,
  };
}

interface Suite {
  readonly tests: number;
  readonly failures: number;
  readonly xml: string;
}

interface Context {
  readonly review: Review;
  readonly options: RenderOptions;
  readonly texts: Texts;
}

function suite(file: string, context: Context): Suite {
  const findings = context.review.findings.filter(({ diagnostic }) => diagnostic.span.file === file);
  const cases = findings.map((finding) => testCase(finding, context));
  const failures = findings.filter((finding) => hasFailed(finding, context)).length;
  const name = attribute(plainName(file, 400));
  const lines = cases.length > 0 ? cases : [`    <testcase classname="${name}" name="plumbline"/>\n`];
  const counts = `tests="${lines.length}" failures="${failures}"`;

  return {
    tests: lines.length,
    failures,
    xml: `  <testsuite name="${name}" ${counts}>\n${lines.join('')}  </testsuite>\n`,
  };
}

/** Whether a finding fails the run: it is new, and of `fail-on` or worse. */
function hasFailed({ diagnostic, isNew }: Finding, { review, options }: Context): boolean {
  const { failOn = 'error' } = options;
  return (!review.hasBase || isNew) && failOn !== 'never' && isAtLeast(diagnostic.severity, failOn);
}

function testCase(finding: Finding, context: Context): string {
  const { diagnostic, isNew } = finding;
  const { code, severity, message, span } = diagnostic;
  const name = attribute(`${code} ${resourceName(diagnostic)} ${context.texts.place(span)}`);
  const text = attribute(plainSentence(message, 2_000));

  const bodyOf = () => {
    if (hasFailed(finding, context))
      return `<failure type="${severity}" message="${text}">${content(details(diagnostic, context))}</failure>`;
    if (context.review.hasBase && !isNew)
      return `<skipped message="${attribute(`existed before this change: ${plainSentence(message, 2_000)}`)}"/>`;
    return `<system-out>${content(`${severity}: ${details(diagnostic, context)}`)}</system-out>`;
  };

  const body = bodyOf();

  const classname = attribute(plainName(span.file, 400));

  return `    <testcase classname="${classname}" name="${name}">\n      ${body}\n    </testcase>\n`;
}

const resourceName = ({ resource }: Diagnostic): string => {
  if (resource === null) return '';
  return `${plainName(resource.kind)}/${plainName(resource.name)}`;
};

function details({ message, help, span }: Diagnostic, { texts }: Context): string {
  const lines = [`${texts.place(span)}: ${plainSentence(message, 2_000)}`];
  return [...lines, ...(help === undefined ? [] : [plainSentence(help, 2_000)])].join('\n');
}

/** XML 1.0 does not allow control characters or halves of surrogate pairs, not even when they are escaped. */
const allowed = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
};

const content = (text: string): string => allowed(text).replace(/[&<>\r]/g, (sign) => entities[sign]!);
const attribute = (text: string): string => allowed(text.trim()).replace(/[&<>"\n\r]/g, (sign) => entities[sign]!);
