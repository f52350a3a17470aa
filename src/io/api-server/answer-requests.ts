import type { CustomResourceDefinition, Validator } from '../../../kubeval-wasm/validator.ts';
import { costOfBudget, type ServerAnswer, type ServerRequest } from '../../engine/schema/server/server-request.ts';

/** Judges one request. `budget` limits the cost of its rules, if given. */
export type JudgeRequest = (request: ServerRequest, costBudget?: number) => ServerAnswer;

const spent = { failure: 'the rules of the definition are too expensive to evaluate here' };

/** Answers requests one after the other. Requests with a shared budget are judged until it is used up, because a pull request may contain any rule and any number of objects. */
export function* answersTo(requests: readonly ServerRequest[], judge: JudgeRequest): Generator<ServerAnswer> {
  const left = new Map<number, number>();
  for (const request of requests) {
    if (request.budget === undefined) yield judge(request);
    else {
      const { answer, rest } = answerWithin(left.get(request.budget) ?? costOfBudget, request, judge);
      left.set(request.budget, rest);
      yield answer;
    }
  }
}

function answerWithin(left: number, request: ServerRequest, judge: JudgeRequest) {
  if (left <= 0) return { answer: spent, rest: left };
  const answer = judge(request, left);
  const rest = 'failure' in answer ? left : left - answer.cost;
  return { answer: rest <= 0 ? spent : answer, rest };
}

/** Asks the program. Throws only because of a bug. */
export const askProgram =
  (validator: Validator): JudgeRequest =>
  ({ kind, text, oldText }, costBudget) => {
    const body = { text, oldText, answer: false, ...(costBudget !== undefined && { costBudget }) };
    try {
      return 'crd' in kind
        ? validator.validate({ ...body, crd: kind.crd as CustomResourceDefinition, version: kind.version })
        : validator.validate({ ...body, builtin: kind });
    } catch (error) {
      if (error instanceof Error && error.name === 'KubevalError') return { failure: error.message };
      throw error;
    }
  };
