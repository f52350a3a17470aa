import { expect, test } from 'vitest';
import { aws } from '../../../aws/aws.ts';
import { manifestSet } from '../../../manifest/manifest-set.ts';
import { parseManifests } from '../../../manifest/parse.ts';
import { folderOf } from '../../../text/source.ts';
import { diff } from '../diff.ts';
import { allTogether } from '../surroundings.ts';

const pool = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: web}
spec:
  template: {spec: {requirements: [], nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: web}}}
`;
const release = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: karpenter}
spec: {chart: {spec: {chart: karpenter, version: 1.9.0}}}
`;

type Files = Readonly<Record<string, string>>;

/** Every folder is a cluster. */
const byFolder = { ...allTogether, clusterOf: ({ file }: { readonly file: string }) => folderOf(file) };

/** What happens to each release that the change removes. */
const releases = (base: Files, head: Files): readonly string[] => {
  const [before, after] = [base, head].map(setOf);
  const changes = diff(before!, after!, { pack: { find: () => undefined } as never, providers: [aws] }, byFolder);
  return changes.flatMap(({ resource, summary }) => (resource.kind === 'HelmRelease' ? [summary] : []));
};

const setOf = (files: Files) =>
  manifestSet(Object.entries(files).map(([file, text]) => parseManifests({ file, text }, { set: {} })));

test('the Karpenter that another cluster had before takes over nothing', () => {
  const both = { 'prod/release.yaml': release, 'dev/release.yaml': release };
  const nothing = 'removed; nothing launches or replaces nodes anymore';
  expect(releases(both, { 'prod/release.yaml': release })).toEqual([nothing]);
  expect(releases(both, { 'prod/release.yaml': release.replace('1.9.0', '1.9.1') })).toEqual([nothing]);
  expect(releases({ 'dev/release.yaml': release }, { 'qa/release.yaml': release })[0]).toContain(
    'installs Karpenter, if it is for this cluster',
  );
  expect(
    releases(
      { ...both, 'release.yaml': release.replace('karpenter}', 'other}') },
      { 'release.yaml': release.replace('karpenter}', 'other}'), 'prod/release.yaml': release },
    ),
  ).toEqual([]);
});

const summaries = (base: Files, head: Files): readonly string[] => {
  const [before, after] = [base, head].map((files) =>
    manifestSet(Object.entries(files).map(([file, text]) => parseManifests({ file, text }, { set: {} }))),
  );
  return diff(before!, after!, { pack: { find: () => undefined } as never, providers: [aws] }).flatMap(
    ({ resource, effect, summary }) => (resource?.kind === 'NodePool' ? [`${effect}: ${summary}`] : []),
  );
};

test('nodes of a NodePool that goes together with the controller may stay', () => {
  expect(summaries({ 'pool.yaml': pool, 'release.yaml': release }, {})).toEqual([
    'unknown: removed together with Karpenter’s controller; if the controller goes first, nothing terminates the nodes, and their instances keep running',
  ]);
});

test('the controller terminates the nodes of a NodePool that goes alone', () => {
  expect(summaries({ 'pool.yaml': pool, 'release.yaml': release }, { 'release.yaml': release })).toEqual([
    'delete: removed; deleting it terminates all of its nodes',
  ]);
});

test('nothing is said about the order if the controller is elsewhere', () => {
  expect(summaries({ 'pool.yaml': pool }, {})).toEqual(['delete: removed; deleting it terminates all of its nodes']);
});
