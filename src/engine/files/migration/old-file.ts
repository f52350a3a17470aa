import type { Manifest } from '../../manifest/model/manifest.ts';
import { parseManifests } from '../../manifest/parse.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import type { Source } from '../../text/source.ts';
import { type PlainText, plainText } from './line-ends.ts';
import type { TargetVersion } from './migrate-draft.ts';
import { mayNameOldKeys } from './migrate-workload.ts';

/** The parsed file, without carriage returns. */
export interface OldFile {
  readonly source: Source;
  readonly plain: PlainText;
  readonly manifests: readonly Manifest[];
  /** The findings about parts that could not be parsed. */
  readonly faults: readonly Diagnostic[];
}

const karpenterText = /\bkarpenter\.(?:sh|k8s\.aws)\b/;
/** Whether a text contains an API version older than v1. */
export const oldApi = /\bkarpenter\.(?:sh|k8s\.aws)\/v1(?:alpha|beta)\d/;

/** Parses a file if it may contain something to migrate. */
export function oldFile(source: Source, to: TargetVersion): OldFile[] {
  if (!karpenterText.test(source.text) && !mayNameOldKeys(source.text, to)) return [];
  const plain = plainText(source.text);
  const parsed = parseManifests({ file: source.file, text: plain.text }, { set: {} });
  const faults = parsed.isBroken ? parsed.diagnostics : [];
  return [{ source, plain, manifests: parsed.manifests, faults }];
}

/** The range in the file for a range in the text without carriage returns. */
export const originalSpan = ({ originalOffset }: PlainText, { start, end }: { start: number; end: number }) => ({
  start: originalOffset(start),
  end: originalOffset(end),
});
