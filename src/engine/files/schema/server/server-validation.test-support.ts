import { readFileSync } from 'node:fs';
import { answersTo, type JudgeRequest } from '../../../../io/api-server/answer-requests.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../../text/diagnostic.ts';
import { type CrdPack, decodeCrdPack } from '../definitions/crd-pack.ts';
import { oldAmong } from '../definitions/judging-kind.ts';
import { validateSchema } from '../validate.ts';
import { RequestList } from './request-list.ts';
import { serverQuestions } from './server-questions.ts';

/** The pack of a Karpenter minor. */
export const packOf = (minor: string): CrdPack =>
  decodeCrdPack(JSON.parse(readFileSync(`data/crds/${minor}.json`, 'utf8')));

/** The input of a validation. */
export interface Validated {
  readonly manifests: readonly Manifest[];
  readonly pack: CrdPack;
  readonly base?: readonly Manifest[];
}

/** Validates with the verdicts of the API server's code. */
export function validatedBy(judge: JudgeRequest, { manifests, pack, base }: Validated): Diagnostic[] {
  const list = new RequestList();
  const old = base === undefined ? {} : { oldOf: oldAmong(base) };
  const questions = serverQuestions({ manifests, pack, ...old }, list);
  const answers = [...answersTo(list.requests, judge)];
  return validateSchema(manifests, pack, { ...old, server: { questions, answers } });
}
