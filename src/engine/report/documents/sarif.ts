import { type Explanation, explain } from '../../review/codes/explanations.ts';
import type { Suppressed } from '../../review/context/finding.ts';
import type { Review } from '../../review/context/review-data.ts';
import { type Diagnostic, type Fix, nameInNamespace } from '../../text/diagnostic.ts';
import { fingerprints } from '../../text/fingerprints.ts';
import { listIf } from '../../text/list-if.ts';
import type { Span } from '../../text/source.ts';
import { endSentence, plainSentence } from '../../text/words/escape.ts';
import { jsonText } from '../../text/words/log-text.ts';
import { pathUrl } from '../github/links.ts';
import type { Renderer, RenderOptions } from '../values/report.ts';
import { Texts } from '../values/texts.ts';
import { foundInText } from '../wording/found-in.ts';

/** SARIF 2.1.0, for GitHub's code scanning, editors and dashboards. */
export const sarif: Renderer = {
  format: 'sarif',
  render: ({ review }, options) => `${jsonText(log(review, options), 2)}\n`,
};

/** The longest message. Viewers show only one line of it. */
const textLength = 2_000;

function log(review: Review, options: RenderOptions) {
  const shown = [...review.findings, ...review.suppressed];
  const codes = [...new Set(shown.map(({ diagnostic }) => diagnostic.code))].sort();

  const context: Context = {
    texts: new Texts(review.texts),
    names: fingerprints(shown.map(({ diagnostic }) => diagnostic)),
    ruleIndex: new Map(codes.map((code, i) => [code, i])),
  };

  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: review.tool.name,
            version: review.tool.version,
            rules: codes.map((code) => rule(code, review, options)),
          },
        },
        automationDetails: { id: 'plumbline/' },
        columnKind: 'utf16CodeUnits',
        // Viewers ignore properties. With them, a pipeline can tell a run without findings from a run that found no objects.
        properties: { inputs: review.inputs },
        results: [
          ...review.findings.map(({ diagnostic, isNew }) => ({
            ...result(diagnostic, context),
            ...(review.hasBase && { baselineState: isNew ? 'new' : 'unchanged' }),
          })),
          ...review.suppressed.map((entry) => ({
            ...result(entry.diagnostic, context),
            suppressions: [suppression(entry, review)],
          })),
        ],
      },
    ],
  };
}

interface Context {
  readonly texts: Texts;
  readonly names: ReadonlyMap<Diagnostic, string>;
  readonly ruleIndex: ReadonlyMap<string, number>;
}

/** The text of `plumbline explain` about a code. */
function rule(code: Diagnostic['code'], { customRules }: Review, { links }: RenderOptions) {
  const [stage = ''] = code.split('/');
  const explanation = explain(code, customRules);
  const url = links?.code?.(code) ?? explanation?.url;

  return {
    id: code,
    ...(explanation && described(explanation)),
    ...(url !== undefined && { helpUri: url }),
    properties: { tags: [stage, ...controlTags(explanation?.rule?.controls ?? [])] },
  };
}

/** Controls as tags: GitHub shows `security`, and knows `external/cwe/cwe-798`. */
const controlTags = (controls: readonly string[]): string[] => {
  if (controls.length === 0) return [];

  return [
    'security',
    ...controls.map((control) => control.toLowerCase().replaceAll(' ', '-').replace(/^cwe-/, 'external/cwe/cwe-')),
  ];
};

function described({ summary, why, help, url, rule: lintRule, custom }: Explanation) {
  const severity = (lintRule ?? custom)?.severity;
  const example = lintRule?.examples().good[0]?.text;

  const markdown = [
    why,
    help,
    ...listIf(example !== undefined, `Good:\n\n\`\`\`yaml\n${example}\`\`\``),
    ...(url ? [url] : []),
  ];

  return {
    shortDescription: { text: summary },
    fullDescription: { text: why },
    help: { text: `${why} ${help}`, markdown: markdown.join('\n\n') },
    ...(severity && { defaultConfiguration: { level: severity } }),
  };
}

function result(diagnostic: Diagnostic, { texts, names, ruleIndex }: Context) {
  const { code, severity, message, help, steps = [], span, labels, resource, fix, foundIn } = diagnostic;
  const sentences = [message, help, ...steps, foundIn && foundInText(foundIn)].filter((text) => text !== undefined);

  return {
    ruleId: code,
    ruleIndex: ruleIndex.get(code)!,
    level: severity,
    message: { text: sentences.map((text) => endSentence(plainSentence(text, textLength))).join(' ') },
    locations: [
      {
        physicalLocation: physicalLocation(span, texts),
        ...(resource && { logicalLocations: [logicalLocation(resource)] }),
      },
    ],
    ...(labels.length > 0 && {
      relatedLocations: labels.map((label, id) => ({
        id,
        physicalLocation: physicalLocation(label.span, texts),
        message: { text: plainSentence(label.message, textLength) },
      })),
    }),
    ...(fix && fix.edits.length > 0 && { fixes: [fixObject(fix, texts)] }),
    partialFingerprints: { 'plumbline/v1': names.get(diagnostic)! },
  };
}

const artifactLocation = (file: string) => ({ uri: pathUrl(file), uriBaseId: '%SRCROOT%' });

const physicalLocation = (span: Span, texts: Texts) => ({
  artifactLocation: artifactLocation(span.file),
  region: region(span, texts),
});

/** Lines and columns from 1; the end is one past the last character, as in a Span. */
function region({ file, start, end }: Span, texts: Texts) {
  const index = texts.index(file);
  const [from, to] = [index.position(start), index.position(end)];
  return { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column };
}

function logicalLocation(resource: NonNullable<Diagnostic['resource']>) {
  const { kind, name } = resource;
  return { name, fullyQualifiedName: `${kind}/${nameInNamespace(resource)}`, kind: 'resource' };
}

function fixObject({ description, edits }: Fix, texts: Texts) {
  const files = [...new Set(edits.map(({ file }) => file))];
  return {
    description: { text: endSentence(plainSentence(description, textLength)) },
    artifactChanges: files.map((file) => ({
      artifactLocation: artifactLocation(file),
      replacements: edits
        .filter((edit) => edit.file === file)
        .map((edit) => ({ deletedRegion: region(edit, texts), insertedContent: { text: edit.newText } })),
    })),
  };
}

/** A suppression that the change adds is under review until another person agrees. */
const suppression = ({ by, reason, isNew }: Suppressed, { hasBase }: Review) => ({
  kind: by === 'comment' ? 'inSource' : 'external',
  status: hasBase && isNew ? 'underReview' : 'accepted',
  justification: plainSentence(reason, textLength),
});
