import { readFileSync, writeFileSync } from 'node:fs';

/** What the AWS provider reads for an alias under a Kubernetes version. */
export interface ImageQuery {
  readonly family: string;
  /** `latest`, or a release as written in an alias. */
  readonly version: string;
  readonly kubernetes: string;
  /** SSM parameters, sorted. Each contains the ID of an image. */
  readonly parameters: readonly string[];
}

export interface ImageRecording {
  /** The provider's release. */
  readonly provider: string;
  readonly queries: readonly ImageQuery[];
}

/** The recorded aliases: two releases of each family, and the latest one. */
export const asked: readonly Omit<ImageQuery, 'parameters'>[] = [
  ...['AL2', 'AL2023'].flatMap((family) =>
    ['latest', 'v20250715', 'v20251015'].map((version) => ({ family, version })),
  ),
  ...['latest', 'v1.20.0', '1.20.0', 'v1.44.0'].map((version) => ({ family: 'Bottlerocket', version })),
  ...['Windows2019', 'Windows2022', 'Windows2025'].map((family) => ({ family, version: 'latest' })),
].flatMap((alias) => ['1.32', '1.33'].map((kubernetes) => ({ ...alias, kubernetes })));

const file = new URL('recorded.json', import.meta.url);

export const readImages = (): ImageRecording => JSON.parse(readFileSync(file, 'utf8')) as ImageRecording;

export const writeImages = (recording: ImageRecording): void =>
  writeFileSync(file, `${JSON.stringify(recording, null, 1)}\n`);
