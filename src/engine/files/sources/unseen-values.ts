import { isObject, type Value } from '../../manifest/model/manifest.ts';
import { isNodesKey, nodesKeyIn } from '../../manifest/node-charts.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { compareNames } from '../../text/name-order.ts';
import type { Source } from '../../text/source.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { isExample } from './helm/chart.ts';
import { readMapping } from './repository/yaml-data.ts';

/** Both sides of a change, as far as values of charts are concerned. */
interface ValuesChange {
  readonly before: readonly Source[];
  readonly after: readonly Source[];
  /** Whether something that is reviewed uses a file of one side. */
  isUsed(file: string, side: 'before' | 'after'): boolean;
  /** Whether the repository has to do with Karpenter. */
  isOfKarpenter(): boolean;
}

/** One finding for all files with changed values for NodePools, if nothing that is reviewed uses them. */
export function unseenValues({ before, after, isUsed, isOfKarpenter }: ValuesChange): Diagnostic[] {
  const [old, now] = [before, after].map((files) => new Map(files.map((source) => [source.file, source])));
  const edited = [...new Map([...old!, ...now!]).values()]
    .filter(({ file }) => !isExample(file) && !isUsed(file, now!.has(file) ? 'after' : 'before'))
    .filter(({ file }) => valuesIn(old!.get(file)) !== valuesIn(now!.get(file)))
    .filter((source) => namesKarpenter(source) || (/nodePools/.test(source.text) && isOfKarpenter()))
    .sort((a, b) => compareNames(a.file, b.file));

  const [first] = edited;

  if (!first) return [];

  return [
    {
      code: 'render/unknown',
      severity: 'note',
      message: `The change edits ${firstNames(edited.map(({ file }) => quoted(file)))}, whose values seem to be for NodePools. plumbline renders no chart with them, so the effect is unknown`,
      span: { file: first.file, ...(now!.has(first.file) ? nodesKeyIn(first.text) : { start: 0, end: 0 }) },
      labels: [],
      resource: null,
      help: 'Name the chart that uses them in `sources` of plumbline.yaml. If it is in another repository, compare what it renders to before and after the change.',
      isChanged: true,
    },
  ];
}

/** Other tools, such as GKE, have node pools too. */
const namesKarpenter = ({ file, text }: Source): boolean => /karpenter|node[-_]?class/i.test(`${file}\n${text}`);

/** A text that is the same on both sides if the values for NodePools are; undefined if there are none. */
function valuesIn(source: Source | undefined): string | undefined {
  if (source === undefined) return undefined;

  const read = readMapping(source.text);
  const nodeValues = 'fault' in read ? [] : nodeValuesIn(read.data);
  // In templates, and in YAML within a string, any edit counts.
  if (nodeValues.length === 0) return source.text;

  // A label or a selector with the same name has a text.
  const values = nodeValues.filter((value) => typeof value === 'object' && value !== null);
  if (values.length === 0) return undefined;
  return JSON.stringify(values);
}

/** What the keys for NodePools have, at any depth. */
function nodeValuesIn(value: Value): Value[] {
  if (Array.isArray(value)) return value.flatMap(nodeValuesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (isNodesKey(key)) return [inner];
    return nodeValuesIn(inner);
  });
}
