import { describe, expect, test } from 'vitest';
import { sample } from '../extent.ts';
import { schedulerReleases } from '../oracle/kube-scheduler/build.ts';
import { generatedClusters } from './kube-scheduler/clusters.ts';
import { decideAll } from './kube-scheduler/ours.ts';
import { readSchedulerRecording, recorded, recordedClusters } from './kube-scheduler/recording.ts';

const clusters = generatedClusters(recordedClusters);

describe.each(Object.keys(schedulerReleases))('kube-scheduler of Kubernetes %s', (minor) => {
  const recording = readSchedulerRecording(minor);

  test('was recorded for enough decisions of different kinds', () => {
    const decisions = recording.clusters.flatMap((cluster) => cluster.decisions);
    expect(decisions.length).toBeGreaterThan(1_000);
    const detailed = decisions.filter((decision) => typeof decision !== 'string');
    const plugins = new Set(
      detailed.flatMap(({ rejected, preFilter = '' }) =>
        [...Object.values(rejected), preFilter].map((text) => text.replace(/:.*/, '')),
      ),
    );
    expect([...plugins].filter(Boolean).sort()).toEqual([
      'InterPodAffinity',
      'NodeAffinity',
      'NodePorts',
      'NodeResourcesFit',
      'NodeUnschedulable',
      'NodeVolumeLimits',
      'PodTopologySpread',
      'TaintToleration',
      'VolumeBinding',
      'VolumeZone',
    ]);
    expect(detailed.filter(({ preempts }) => preempts !== undefined).length).toBeGreaterThan(20);
  });

  test('finds the same nodes, gives the same reasons and scores, and preempts the same pods as the real one', () => {
    const chosen = sample([...clusters.entries()], ([at]) => `${minor} ${at}`, { oneOf: 5 });
    const ours = chosen.map(([at, cluster]) => [at, recorded(cluster, decideAll(cluster, minor))] as const);
    const differing = ours.flatMap(([at, own]) =>
      own.decisions.flatMap((decision, pod) => {
        const real = recording.clusters[at]!.decisions[pod];
        return JSON.stringify(decision) === JSON.stringify(real) ? [] : [{ cluster: at, pod, real, decision }];
      }),
    );
    expect(ours.map(([, { cluster }]) => cluster)).toEqual(ours.map(([at]) => recording.clusters[at]!.cluster));
    expect(ours.length).toBeGreaterThan(5);
    expect(differing).toEqual([]);
  });
});
