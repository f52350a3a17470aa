/** The public API: a pure function from two sets of files and facts to a Review, and the renderers of one. */
export { defaultSettings, type Settings } from './engine/api/settings.ts';
export type { Change, Effect, FieldChange } from './engine/change.ts';
export type { Estimate, Placement, Range } from './engine/cost/estimate.ts';
export type { Code, Diagnostic, Edit, Fix, Severity } from './engine/diagnostic.ts';
export type { Facts } from './engine/facts.ts';
export { gate, type Verdict } from './engine/gate/gate.ts';
export type { Policy } from './engine/gate/policy.ts';
export type { Plan, PlannedObject, Unplanned } from './engine/plan/plan.ts';
export { rendererOf, renderers } from './engine/report/renderers.ts';
export type { Renderer, RenderOptions, Report } from './engine/report/report.ts';
export { figures } from './engine/review/figures/figures.ts';
export { review } from './engine/review/review.ts';
export type { Review } from './engine/review/review-data.ts';
export type { ReviewInput } from './engine/review/review-input.ts';
export type { SourceSet } from './engine/review/source-set.ts';
export type { Source, Span } from './engine/source.ts';
export { dataFolder } from './io/catalog/data-folder.ts';
export { openFacts } from './io/catalog/facts.ts';
