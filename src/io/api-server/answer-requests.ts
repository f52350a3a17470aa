import type { CustomResourceDefinition, Validator } from '../../../kubeval-wasm/validator.ts';
import {
  costOfBudget,
  type ServerAnswer,
  type ServerRequest,
} from '../../engine/files/schema/server/server-request.ts';
import type { Value } from '../../engine/manifest/model/manifest.ts';
import { isNestedDeeper } from '../../engine/manifest/yaml/nesting.ts';
import { maxDepth } from '../../engine/manifest/yaml/yaml-document.ts';
import type { KubectlReading } from '../../engine/review/readings/kubectl-reading.ts';
import { costOfRules, type RuleAnswer, type RuleRequest } from '../../engine/rules/custom-rules/rule-request.ts';

/** Judges one request. `budget` limits the cost of its rules, if given. */
export type JudgeRequest = (request: ServerRequest, costBudget?: number) => ServerAnswer;

/** Evaluates one rule for one object within a cost. */
export type EvaluateRule = (request: RuleRequest, costBudget: number) => RuleAnswer;

const spent = { failure: 'the rules of the definition are too expensive to evaluate here' };

/**
 * Answers requests one after the other. Requests with a shared budget are judged until it is used up, because a pull
 * request may contain any rule and any number of objects.
 */
export function* answersTo(requests: readonly ServerRequest[], judge: JudgeRequest): Generator<ServerAnswer> {
  const costLeft = new Map<number, number>();
  for (const request of requests) {
    if (request.budget === undefined) yield judge(request);
    else {
      const { answer, rest: remaining } = answerWithin(costLeft.get(request.budget) ?? costOfBudget, request, judge);
      costLeft.set(request.budget, remaining);
      yield answer;
    }
  }
}

function answerWithin(budget: number, request: ServerRequest, judge: JudgeRequest) {
  if (budget <= 0) return { answer: spent, rest: budget };
  const answer = judge(request, budget);
  const remaining = 'failure' in answer ? budget : budget - answer.cost;
  return { answer: remaining <= 0 ? spent : answer, rest: remaining };
}

/** Asks the program. Throws only because of a bug. */
export const askProgram =
  (validator: Validator): JudgeRequest =>
  ({ kind, text, oldText }, costBudget) => {
    const body = { text, oldText, answer: false, ...(costBudget !== undefined && { costBudget }) };
    try {
      if ('crd' in kind)
        return validator.validate({ ...body, crd: kind.crd as CustomResourceDefinition, version: kind.version });

      return validator.validate({ ...body, builtin: kind });
    } catch (error) {
      if (error instanceof Error && error.name === 'KubevalError') return { failure: error.message };
      throw error;
    }
  };

const noResult = { message: '', values: [], unknown: [], cost: 0 };

/** The rest of the rules are not evaluated once the rules of a review have cost too much. */
const tooExpensive: RuleAnswer = {
  ...noResult,
  outcome: 'failed',
  message: 'the rules of this review are too expensive to evaluate',
};

/** Answers the rules of a configuration, one after the other, until their shared budget is used up. */
export function* ruleAnswers(requests: readonly RuleRequest[], evaluate: EvaluateRule): Generator<RuleAnswer> {
  let costLeft = costOfRules;
  for (const request of requests) {
    if (costLeft <= 0) yield tooExpensive;
    else {
      const answer = evaluate(request, costLeft);
      // Finding the rule and reading the object also take time.
      costLeft -= answer.cost + 10;
      yield answer;
    }
  }
}

/** What a failed program counts, because starting it again takes as long as an expensive rule. */
const costOfFailure = 100_000;

/** Asks the program about rules. Throws only because of a bug. */
export const askAboutRules =
  (validator: Validator): EvaluateRule =>
  ({ program, ...values }, costBudget) => {
    try {
      validator.declare(program);
    } catch (error) {
      return { ...noResult, outcome: 'invalid', message: failureOf(error), cost: costOfFailure / 10 };
    }

    try {
      const { values: evaluated, ...result } = validator.evaluate(program, values, costBudget);
      return { ...result, values: evaluated as readonly Value[] | null };
    } catch (error) {
      return { ...noResult, outcome: 'failed', message: failureOf(error), cost: costOfFailure };
    }
  };

/** Reads the text of a file as kubectl does. */
export type ReadText = (text: string) => KubectlReading;

/** Asks the program to read a text. Throws only because of a bug. */
export const askToRead =
  (validator: Validator): ReadText =>
  (text) => {
    // The program's stack ends at some thousand levels. That nobody reads such a text is an error of its parser (`yaml/too-deep`).
    if (isNestedDeeper(text, maxDepth)) return { objects: [], error: 'nested too deeply' };

    try {
      return validator.read(text) as KubectlReading;
    } catch (error) {
      return { objects: [], error: failureOf(error) };
    }
  };

function failureOf(error: unknown): string {
  if (error instanceof Error && error.name === 'KubevalError') return error.message;
  throw error;
}
