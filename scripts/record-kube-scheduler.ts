/**
 * Records what the real kube-scheduler decides in generated clusters. Needs Go, which downloads Kubernetes' modules:
 * npm run record -- kube-scheduler [MINOR…]   writes test/conformance/kube-scheduler/<minor>.json.br; without arguments all minors
 */
import { generatedClusters } from '../test/conformance/kube-scheduler/clusters.ts';
import { recorded, recordedClusters, writeSchedulerRecording } from '../test/conformance/kube-scheduler/recording.ts';
import { askScheduler, schedulerReleases } from '../test/oracle/kube-scheduler/build.ts';

const minors = process.argv.slice(2);
for (const [minor, version] of Object.entries(schedulerReleases)) {
  if (minors.length > 0 && !minors.includes(minor)) continue;
  const clusters = generatedClusters(recordedClusters);
  const answers = await askScheduler(minor, clusters);
  const all = clusters.map((cluster, at) => recorded(cluster, answers[at]!.decisions));
  const size = writeSchedulerRecording({ minor, version, clusters: all });
  console.log(`${minor}: ${all.reduce((sum, { decisions }) => sum + decisions.length, 0)} decisions, ${size} bytes`);
}
