import type { Hover } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Ec2Catalog } from '../../engine/aws/catalog/ec2-catalog.ts';
import { nodeResourcesOf } from '../../engine/aws/instance-types/node-resources.ts';
import { formatResource } from '../../engine/karpenter/api/quantity.ts';
import { defaultKarpenterSettings } from '../../engine/karpenter/api/settings.ts';
import { isEstimate } from '../../engine/karpenter/cloud-provider/catalog.ts';
import { pathText } from '../../engine/manifest/model/manifest.ts';
import { plural } from '../../engine/text/words/plural.ts';
import { firstNames } from '../../engine/text/words/quoted-names.ts';
import { textIf } from '../../engine/text/words/text-if.ts';
import { today } from '../../io/today.ts';
import type { EditorReview } from './editor-review.ts';
import { type PlaceInDocument, pathAtLine } from './path-at-line.ts';
import { regionOf } from './region-of.ts';

/** Where somebody points at. */
interface PointedAt {
  readonly document: TextDocument;
  readonly position: { readonly line: number; readonly character: number };
}

/**
 * What an instance type offers at what price; or what a field is for, what its NodePool can launch, and what a change
 * of it does to running nodes.
 */
export function hover(review: EditorReview, { document, position }: PointedAt): Hover | null {
  const line = document.getText({
    start: { line: position.line, character: 0 },
    end: { line: position.line + 1, character: 0 },
  });

  const type = instanceTypeText(review, wordAt(line, position.character));
  const texts = type === undefined ? fieldTexts(review, pathAtLine(document.getText(), position.line)) : [type];

  if (texts.length === 0) return null;
  return { contents: { kind: 'markdown', value: texts.join('\n\n') } };
}

function fieldTexts(review: EditorReview, place: PlaceInDocument): string[] {
  const { apiVersion, kind, path } = place;
  if (apiVersion === undefined || kind === undefined) return [];
  const texts = [
    changeText(review, path),
    kind === 'NodePool' && path.includes('requirements') ? launchText(review, place) : undefined,
    review.facts.fieldDoc(apiVersion, kind, path),
  ];

  return texts.filter((text) => text !== undefined);
}

/** The most instance types that are named. */
const shownTypes = 8;

/** What the requirements of a NodePool allow, as the saved files are. */
function launchText({ saved }: EditorReview, { name }: PlaceInDocument): string | undefined {
  const pool = saved.estimate?.head?.launchable.find(({ nodePool }) => nodePool === name);
  if (pool === undefined) return undefined;
  const { instanceTypes } = pool;
  const price = pool.hourlyUsd === null ? '' : ` for $${pool.hourlyUsd.toFixed(4)}/hour`;
  return `NodePool ${name} can launch ${plural(instanceTypes.length, 'instance type')}: ${firstNames(instanceTypes, shownTypes)}. For a small pod, it launches ${pool.instanceType} (${pool.capacityType})${price}.`;
}

/** No name of interest is longer. */
const maxWordLength = 100;

/** The word of a line at a column, with dots and dashes. */
function wordAt(line: string, column: number): string {
  const before = /(?<![\w.-])[\w.-]*$/.exec(line.slice(Math.max(0, column - maxWordLength), column))?.[0] ?? '';
  const after = /^[\w.-]*/.exec(line.slice(column, column + maxWordLength))?.[0] ?? '';
  return before + after;
}

function instanceTypeText(review: EditorReview, name: string): string | undefined {
  if (!name.includes('.')) return undefined;

  const catalog = review.facts.catalog(regionOf(review));
  const info = catalog.type(name);
  if (info === undefined) return undefined;

  const allocatable = nodeResourcesOf(catalog, name, { settings: defaultKarpenterSettings })?.allocatable;
  const amount = (resource: string): string => formatResource(resource, allocatable?.get(resource) ?? Number.NaN);

  return [
    `**${name}** in ${catalog.region}: ${info.vcpus} vCPUs, ${info.memoryMib / 1024} GiB, ${info.architecture}`,
    `For pods (AL2023): CPU ${amount('cpu')}, memory ${amount('memory')}, ${amount('pods')} pods`,
    ...pricesOf(catalog, name),
  ].join('\n\n');
}

function pricesOf(catalog: Ec2Catalog, name: string): string[] {
  const zones = catalog.zonesOf(name);
  if (zones.length === 0) return [`Not offered in ${catalog.region}.`];
  return (['on-demand', 'spot'] as const).flatMap((capacityType) => {
    const price = catalog.price(name, capacityType, zones[0]!);
    if (price === undefined) return [`${capacityType}: price unknown`];
    const mark = textIf(isEstimate(price, today()), ' (estimated)');
    return [`${capacityType}: $${price.hourlyUsd.toFixed(4)}/hour${mark}`];
  });
}

/** What the change of a field does, if there is something to compare with. */
function changeText({ review }: EditorReview, path: readonly string[]): string | undefined {
  const wanted = path.join('.');
  const field = review.changes.flatMap(({ fields }) => fields).find((change) => pathText(change.path) === wanted);
  return field?.reason;
}
