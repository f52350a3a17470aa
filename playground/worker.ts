import { marked } from 'marked';
import { Validator } from '../kubeval-wasm/validation.ts';
import { compileModule } from '../kubeval-wasm/web-assembly.ts';
import { scenarioOfWords } from '../src/engine/cluster/what-if/read-scenario.ts';
import type { ParseHcl } from '../src/engine/manifest/terraform/syntax/syntax-node.ts';
import { json } from '../src/engine/report/documents/json.ts';
import { html } from '../src/engine/report/html/html.ts';
import type { Report } from '../src/engine/report/values/report.ts';
import { whatIfMarkdown } from '../src/engine/report/what-if/what-if-markdown.ts';
import type { AssetIndex } from '../src/hosts/playground/asset-index.ts';
import { pageAnswer } from '../src/hosts/playground/page-answer.ts';
import { pageSettings } from '../src/hosts/playground/page-settings.ts';
import { answersTo, askAboutRules, askProgram, askToRead, ruleAnswers } from '../src/io/api-server/answer-requests.ts';
import type { ApiServer } from '../src/io/api-server/api-server.ts';
import { type AwsFacts, factsOfData } from '../src/io/catalog/facts-of-data.ts';
import { hclParserOf } from '../src/io/terraform/hcl-syntax.ts';
import { checkTexts, reviewTexts, type TextEngine, type TextRequest } from '../src/review/review-texts.ts';
import { PlumblineError } from '../src/shared/errors.ts';
import { assetIndex, binary, dataFiles, unpacked } from './assets.ts';
import type { FromWorker, ShownAnswer, ToWorker } from './messages.ts';

/** Everything that computes runs here, so that the page never waits. */

const tell = (message: FromWorker): void => postMessage(message);

const index = assetIndex();
const facts: Promise<AwsFacts> = index.then(async (regions) => {
  const data = await dataFiles(regions);
  tell({ kind: 'ready', regions: regions.regions, karpenterVersions: regions.karpenterVersions });
  return factsOfData(data);
});
/** What is loaded while the findings of plumbline's own checks are already shown. */
const engine: Promise<TextEngine> = (async () => {
  const [{ figures }, server] = await Promise.all([
    import('../src/engine/review/figures/figures.ts'),
    index.then(loadServer),
  ]);
  return { facts: await facts, figures, server, hcl };
})();
// A failure is reported when something asks for a review.
for (const loading of [facts, engine]) loading.catch(() => {});
let isLoaded = false;
engine.then(
  () => {
    isLoaded = true;
  },
  () => {},
);

let parser: Promise<ParseHcl> | undefined;

/** The parser of Terraform, loaded when a text needs it. */
function hcl(): Promise<ParseHcl> {
  parser ??= Promise.all([binary('web-tree-sitter.wasm'), binary('tree-sitter-terraform.wasm')]).then(
    ([runtime, grammar]) => hclParserOf({ runtime, grammar }),
  );
  return parser;
}

/** The API server's code, which is most of what the page loads. */
async function loadServer({ packed }: AssetIndex): Promise<ApiServer> {
  const total = Object.values(packed).reduce((sum, size) => sum + size, 0);
  let loaded = 0;
  const part = (file: string) =>
    unpacked(file, (count) => {
      loaded += count;
      tell({ kind: 'progress', loaded, total });
    });
  const [module, memory] = await Promise.all([
    part('kubeval-code.bin').then(compileModule),
    part('kubeval-memory.bin'),
  ]);
  const validator = new Validator({ module, memory });
  const [judge, evaluate] = [askProgram(validator), askAboutRules(validator)];
  return {
    loadFor: () => {},
    judge: async (requests) => [...answersTo(requests, judge)],
    evaluate: async (requests) => [...ruleAnswers(requests, evaluate)],
    read: async (texts) => texts.map(askToRead(validator)),
  };
}

/** The latest request. Older ones are not answered. */
let latest = 0;
let last: { readonly id: number; readonly request: TextRequest; readonly report: Report } | undefined;

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'ask') {
    void tellMore(data);
    return;
  }
  latest = data.id;
  // Messages that already wait are read first, so that only the latest of them is reviewed.
  setTimeout(() => void answer(data.id, data.request), 0);
});

async function answer(id: number, texts: TextRequest): Promise<void> {
  try {
    if (id !== latest) return;
    const { settings, notes } = await pageSettings(texts);
    const request = { ...texts, settings };
    if (!isLoaded) {
      const awsFacts = await facts;
      if (id !== latest) return;
      tell({ kind: 'answer', id, complete: false, answer: shown(checkTexts(request, awsFacts), request, notes) });
    }
    const loaded = await engine;
    if (id !== latest) return;
    const report = await reviewTexts(request, loaded);
    last = { id, request, report };
    tell({ kind: 'answer', id, complete: true, answer: shown(report, request, notes) });
  } catch (error) {
    const help = error instanceof PlumblineError ? (error.help ?? '') : '';
    tell({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error), help });
  }
}

function shown(report: Report, { after }: TextRequest, notes: readonly string[]): ShownAnswer {
  const answer = pageAnswer(report, new Set(after.map(({ file }) => file)));
  return { ...answer, notes, commentHtml: marked.parse(answer.comment, { async: false }) };
}

async function tellMore({ id, number, question }: Extract<ToWorker, { kind: 'ask' }>): Promise<void> {
  if (last?.id !== id) return;
  const { request, report } = last;
  const text =
    'scenario' in question
      ? await whatIf(question.scenario, request)
      : { json, html }[question.format].render(report, {});
  tell({ kind: 'told', number, text });
}

/** The answer to a scenario as HTML, from the options of `plumbline what-if`. */
async function whatIf(scenario: string, request: TextRequest): Promise<string> {
  const asked = scenarioOfWords(scenario.trim().split(/\s+/));
  if ('problem' in asked) return marked.parse(`${asked.problem}. ${asked.help}`, { async: false });
  const { review } = await reviewTexts({ ...request, whatIf: asked }, await engine);
  return marked.parse(whatIfMarkdown(review.whatIf ?? 'unknown'), { async: false });
}
