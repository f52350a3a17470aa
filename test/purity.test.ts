import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { renderers } from '../src/engine/report/renderers.ts';
import type { Review } from '../src/engine/review/context/review-data.ts';
import type { ReviewInput } from '../src/engine/review/context/review-input.ts';
import { verdictRequests } from '../src/engine/review/context/verdict-requests.ts';
import { ruleQuestions } from '../src/engine/review/custom-rules/rule-questions.ts';
import { gate } from '../src/engine/review/gate/gate.ts';
import { openReview } from '../src/engine/review/open-review.ts';
import { filesForKubectl } from '../src/engine/review/readings/kubectl-reading.ts';
import { closeReview } from '../src/engine/review/review.ts';
import { reviewWithoutVerdicts } from '../src/engine/review/review-without-verdicts.ts';
import { run } from '../src/hosts/cli/terminal/terminal.test-support.ts';
import {
  answersTo,
  type EvaluateRule,
  type JudgeRequest,
  type ReadText,
  ruleAnswers,
} from '../src/io/api-server/answer-requests.ts';
import { loadApiServer } from '../src/io/api-server/api-server.ts';
import * as judgedReviews from '../src/review/judged-review.ts';
import { cases } from './case.ts';
import { sample } from './extent.ts';
import { frozen } from './frozen.ts';
import { withoutWorld } from './without-world.ts';

vi.mock('../src/review/judged-review.ts', { spy: true });

let judge: JudgeRequest;
let evaluate: EvaluateRule;
let read: ReadText;
beforeAll(async () => {
  ({ judge, evaluate, read } = await loadApiServer());
});
afterAll(() => vi.restoreAllMocks());

/** The command-line settings of a case's review. */
async function inputOf(argv: readonly string[]): Promise<ReviewInput> {
  const spy = vi.mocked(judgedReviews.judgedReview);
  spy.mockClear();
  // The review itself follows in `reviewed`.
  spy.mockRejectedValueOnce(new Error('Only the input of this review is needed.'));
  await run([...argv, '--quiet']);
  const [input] = spy.mock.calls[0]!;
  return frozen({ ...input, facts: frozenFacts(input) });
}

/** Facts are also an input. */
const frozenFacts = ({ facts }: ReviewInput): ReviewInput['facts'] => ({
  ...facts,
  crds: (version) => frozen(facts.crds(version)),
  catalog: (region) => frozen(facts.catalog(region)),
});

/** A whole review without access to the outside world, except while the API server's code runs. */
function reviewed(input: ReviewInput): Review {
  const opened = withoutWorld(() => openReview(input));
  const asked = withoutWorld(() => verdictRequests(opened));
  const answers = asked && frozen([...answersTo(frozen(asked.requests), judge)]);
  const files = withoutWorld(() => filesForKubectl(input.changed));
  const readings = frozen(files.map(({ text }) => read(text)));
  const computed = withoutWorld(() => reviewWithoutVerdicts(opened));
  const questions = withoutWorld(() => ruleQuestions(computed));
  const results = questions && frozen([...ruleAnswers(frozen(questions.requests), evaluate)]);
  return withoutWorld(() =>
    closeReview(computed, {
      objects: asked && { asked, answers: answers! },
      rules: questions && { asked: questions, answers: results! },
      readings: { files, readings },
    }),
  );
}

/** The bytes of everything that people can see. */
const bytes = (review: Review): string[] =>
  withoutWorld(() => {
    const verdict = gate(review, { failOn: 'error' });
    const shown = frozen({ review, verdict });
    return renderers.map(({ render }) => render(shown, { failOn: 'error' }));
  });

/** A third of the cases uses every part of a review. */
const someCases = sample(
  cases().filter((_, index) => index % 3 === 0),
  ({ name }) => name,
  { oneOf: 60 },
);

describe('a review is a function of data', () => {
  test.each(someCases)('$name', async ({ argv }) => {
    const input = await inputOf(argv);
    expect(() => Object.assign(input.head.sources[0]!, { text: '' })).toThrow(TypeError);
    const first = bytes(reviewed(input));
    expect(first.join('').length).toBeGreaterThan(1000);
    expect(bytes(reviewed(input))).toEqual(first);
  });

  test('an injected side effect is noticed', async () => {
    const input = await inputOf(cases()[0]!.argv);
    const { facts } = input;
    const slow = { ...facts, crds: (version: string) => (Date.now() > 0 ? facts.crds(version) : facts.crds('')) };
    expect(() => reviewed({ ...input, facts: slow })).toThrow('Date.now');
    const counted = { ...facts, crds: (version: string) => Object.assign(facts.crds(version), { asked: 1 }) };
    expect(() => reviewed({ ...input, facts: counted })).toThrow(TypeError);
    expect(() => reviewed({ ...input, timer: { now: () => performance.now(), add: () => {} } })).toThrow(
      'performance.now',
    );
  });
});
