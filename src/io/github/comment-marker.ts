/** The hidden first line of our comments: which review, of which head, by which run. */
export interface CommentMarker {
  /** Each folder has its own review, so jobs for two folders keep two comments. */
  readonly folder: string;
  /** Tells apart the reviews of several workflows; empty without a name. */
  readonly name?: string;
  readonly headSha: string;
  readonly runId: number;
  readonly runAttempt: number;
}

const pattern = /^<!-- plumbline:review folder=(\S*?)(?: name=([0-9a-f]+))? head=([0-9a-f]+) run=(\d+)\.(\d+) -->/;

export const writeMarker = ({ folder, name = '', headSha, runId, runAttempt }: CommentMarker): string =>
  `<!-- plumbline:review folder=${markerText(folder)}${nameText(name)} head=${headSha} run=${runId}.${runAttempt} -->`;

/** The marker at the start of a comment, or undefined. Anybody can write a marker, so check the author as well. */
export function readMarker(body: string): CommentMarker | undefined {
  const [, folder, name = '', headSha, runId, runAttempt] = pattern.exec(body) ?? [];
  if (headSha === undefined) return undefined;
  return {
    folder: nameOfMarkerText(folder!),
    ...(name !== '' && { name: nameOfMarkerText(name) }),
    headSha,
    runId: Number(runId),
    runAttempt: Number(runAttempt),
  };
}

/** Whether two markers are of the same review: of one folder, under one name. */
export const isSameReview = (marker: CommentMarker, other: CommentMarker): boolean =>
  marker.folder === other.folder && (marker.name ?? '') === (other.name ?? '');

/** The name of a review inside a marker; nothing without a name. */
export const nameText = (name: string): string => {
  if (name === '') return '';
  return ` name=${markerText(name)}`;
};

/** Whether a comment of the same head was written by a later run, or a later attempt of the same run. */
export const isLater = (written: CommentMarker, ours: CommentMarker): boolean =>
  written.headSha === ours.headSha &&
  (written.runId > ours.runId || (written.runId === ours.runId && written.runAttempt > ours.runAttempt));

/** A name for use inside a marker, which is an HTML comment. It is encoded, so that it cannot end the comment. */
export const markerText = (name: string): string => Buffer.from(name).toString('hex');

/** The name that `markerText` wrote. */
const nameOfMarkerText = (text: string): string => Buffer.from(text, 'hex').toString();
