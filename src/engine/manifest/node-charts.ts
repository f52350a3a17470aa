/** Names of charts and folders that define NodePools. Karpenter's own charts define none. */
const ofNodes = /karpenter|node-?pool|node-?class/i;
const ofNodePools = /node-?pool|node-?class/i;
const ownChart = /(?:^|\/)karpenter(?:-crd)?$/;
/** Keys of values that define NodePools, in YAML and JSON, or in either of them within a string. */
const nodesKey = /(?:^|\\n|[\s"'{,])(?:karpenter|ec2)?[-_]?node[-_]?(?:pools?|class(?:es)?)[\\"']*\s*:/im;

/** What installs a chart, and the texts of its values. */
interface Installation {
  readonly names: readonly string[];
  readonly values: readonly string[];
}

/** Whether a chart or a folder that is not read probably has NodePools or node classes. Whole objects in its values are reviewed anyway. */
export const mayHaveNodes = (chart: string, { names, values }: Installation): boolean =>
  !ownChart.test(chart) &&
  (ofNodes.test(chart) ||
    // If a template decides about the chart, it may be Karpenter's own.
    names.some((name) => (chart.includes('{{') ? ofNodePools : ofNodes).test(name)) ||
    values.some((text) => nodesKey.test(text))) &&
  !values.some(hasObjects);

/** Whether values contain whole objects. A `nodeClassRef` has no `spec`. */
const hasObjects = (text: string): boolean =>
  /apiVersion[\\"']*\s*:\s*[\\"']*karpenter\./.test(text) && /(?:^|\\n|\W)spec[\\"']*\s*:/.test(text);
