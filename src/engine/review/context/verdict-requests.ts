import { needsApiServer } from '../../files/schema/server/needs-api-server.ts';
import { RequestList } from '../../files/schema/server/request-list.ts';
import { type ServerQuestions, serverQuestions } from '../../files/schema/server/server-questions.ts';
import type { ServerAnswer, ServerRequest } from '../../files/schema/server/server-request.ts';
import { withBase } from '../../text/list-if.ts';
import { type Context, knownOn, manifestsOn } from './context.ts';
import type { OpenedReview } from './opened-review.ts';

/** The requests to the API server's code for a review. */
interface VerdictRequests {
  readonly requests: readonly ServerRequest[];
  /** Which requests are about which objects. */
  readonly questions: ReadonlyMap<Context, { readonly [side in 'head' | 'base']: ServerQuestions }>;
}

/** The requests and the responses of the API server's code, at the same index in both lists. */
export interface Verdicts {
  readonly asked: VerdictRequests;
  readonly answers: readonly ServerAnswer[];
}

/** The requests to the API server's code; null if there is nothing worth starting it for, or no findings are wanted. */
export function verdictRequests({ input, scopes }: OpenedReview): VerdictRequests | null {
  const sides = withBase(input.head, input.base);
  if (input.stages?.findings === false || !sides.some(({ sources }) => sources.some(needsApiServer))) return null;

  const list = new RequestList();
  const questions = new Map(
    scopes.map((scope) => {
      const of = (side: 'head' | 'base'): ServerQuestions => questionsOn(scope, side, list);
      return [scope, { head: of('head'), base: of('base') }];
    }),
  );

  return { requests: list.requests, questions };
}

const questionsOn = (scope: Context, side: 'head' | 'base', list: RequestList): ServerQuestions =>
  serverQuestions(
    {
      manifests: manifestsOn(scope, side),
      pack: knownOn(scope, side).pack,
      crds: scope.facts.crds,
      ...(side === 'head' && { oldOf: scope.oldOf }),
    },
    list,
  );
