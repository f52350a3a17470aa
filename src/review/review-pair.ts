import type { Settings } from '../engine/karpenter/api/settings.ts';
import type { Report } from '../engine/report/values/report.ts';
import type { Facts } from '../engine/review/context/facts.ts';
import type { Review } from '../engine/review/context/review-data.ts';
import type { ReviewInput } from '../engine/review/context/review-input.ts';
import { gate } from '../engine/review/gate/gate.ts';
import { type ApiServer, apiServer } from '../io/api-server/api-server.ts';
import { backgroundApiServer } from '../io/api-server/background-api-server.ts';
import { changedFilesOf } from '../io/sides/changed-files.ts';
import type { ReadPair } from '../io/sides/read-side.ts';
import { emptyTree } from '../io/tree/source-tree.ts';
import { version } from '../io/version.ts';
import type { Configuration } from './configuration.ts';
import { withCrdsAtBase } from './crds-at-base.ts';
import { factsAtBase } from './facts-at-base.ts';
import type { HostRules } from './host-rules.ts';
import { judgedReview } from './judged-review.ts';
import { type LiveContext, liveState } from './live-state.ts';
import type { Note } from './note.ts';
import { isSimulated, type Parts } from './parts.ts';
import { renderedSides, type SideRendering } from './rendered-sides.ts';
import { type Invocation, settingsAtBase } from './settings-at-base.ts';

/** A host's request for a review. */
export interface ReviewRequest
  extends Invocation,
    Pick<SideRendering, 'path' | 'onStep' | 'bounds' | 'renderer' | 'signal'>,
    Pick<LiveContext, 'cluster' | 'clusterOf'> {
  /** The host's rules for every review. */
  readonly rules: HostRules;
  /** The settings at the base, if they were read before. */
  readonly settings?: Settings | undefined;
  /** Called with each note about the configuration. */
  readonly onNote: (note: Note) => void;
  /** What to compute. Default: everything. */
  readonly parts?: Parts;
  /** Facts to use in place of the bundled ones and the catalog of the configuration. */
  readonly facts?: Facts | undefined;
  /** Removes findings before the gate, such as those of a baseline. */
  readonly leaveOut?: (review: Review, settings: Settings) => Review;
  /** See ReviewInput. */
  readonly explain?: ReviewInput['explain'];
  readonly whatIf?: ReviewInput['whatIf'];
  readonly timer?: ReviewInput['timer'];
}

/** A finished review, with the settings that it used. */
export interface Reviewed {
  readonly report: Report;
  readonly settings: Settings;
}

/** Reviews a pair by the configuration at the base. All hosts use this function. */
export async function reviewPair(
  pair: ReadPair,
  configuration: Configuration,
  request: ReviewRequest,
): Promise<Reviewed> {
  const { rules, parts = {}, explain, whatIf, timer, leaveOut, onStep } = request;
  // The simulation is most of the code. It is loaded in parallel with the other steps, and only if figures are wanted.
  const loading = parts.figures === false ? null : import('../engine/review/figures/figures.ts');
  const settings = request.settings ?? (await settingsAtBase(configuration, request, request));
  const sides = await renderedSides(pair, { ...request, settings });
  const server = servers[rules.verdicts];

  // The API server's code is loaded while the rest is prepared.
  if (parts.findings !== false) for (const side of [sides.base, sides.head]) server.loadFor(side?.sources);

  const live = isSimulated(parts) || whatIf ? await liveState(settings, { ...request, configuration }) : {};
  onStep?.('reviewing');
  const at = { ...request, configuration };
  const input: ReviewInput = {
    ...sides,
    ...(rules.withoutBase === 'an empty repository' && { base: sides.base ?? emptyTree }),
    ...live,
    changed: await changedFilesOf(pair),
    settings,
    facts: await withCrdsAtBase(request.facts ?? (await factsAtBase(settings, at)), settings, at),
    version,
    figures: (await loading)?.figures ?? null,
    stages: parts,
    ...(explain !== undefined && { explain }),
    ...(whatIf !== undefined && { whatIf }),
    ...(timer && { timer }),
  };

  const result = await judgedReview(input, server);
  const visible = leaveOut ? leaveOut(result, settings) : result;

  return { report: { review: visible, verdict: gate(visible, settings) }, settings };
}

/** Where the API server's code runs. */
const servers: Readonly<Record<HostRules['verdicts'], ApiServer>> = {
  'in another thread': backgroundApiServer,
  'in the thread of the review': apiServer,
};
