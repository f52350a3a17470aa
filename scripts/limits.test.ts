import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { maxReplicas } from '../src/engine/cluster/provisioning/pods/replicas.ts';
import { maxObjects } from '../src/engine/manifest/objects/found-object.ts';
import {
  maxParsedLength,
  maxSideLength,
  maxTerraformLength,
} from '../src/engine/manifest/terraform/modules/terraform-files.ts';
import { maxDepth } from '../src/engine/manifest/yaml/yaml-document.ts';
import { maxYamlEntries, maxYamlLength } from '../src/engine/manifest/yaml/yaml-size.ts';
import { maxConfigLength } from '../src/io/config/config-reader.ts';
import { usualBounds } from '../src/io/github/connection/bounded-fetch.ts';
import { maxFileBytes, maxTreeLength } from '../src/io/tree/source-tree.ts';

const rows = readFileSync('docs/limits.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const { silenceMs, wholeMs, bytes } = usualBounds;
const mebibyte = 1024 * 1024;
const count = (number: number): string => number.toLocaleString('en');

test.each([
  ['A file, standard input', `${maxFileBytes / mebibyte} MB`],
  ['All relevant texts of one side', `${maxTreeLength / mebibyte} MB`],
  ['One YAML document', `${maxYamlLength / mebibyte} MB`],
  ['Entries of one YAML document', count(maxYamlEntries)],
  ['Objects in one file', count(maxObjects)],
  ['Objects on one side', count(maxObjects)],
  ['Nesting of a document', `${count(maxDepth)} levels`],
  ['Pods of one workload', count(maxReplicas)],
  ['`plumbline.yaml`', `${maxConfigLength / 1024} kB`],
  ['A Terraform file', `${maxTerraformLength / mebibyte} MB`],
  ['Terraform files of one side', `${maxSideLength / mebibyte} MB`],
  ['Terraform modules of one side', `${maxParsedLength / mebibyte} MB`],
  [
    'A request to GitHub',
    `10 s for a connection, ${silenceMs / 1000} s without a byte, ${wholeMs / 1000} s and ${bytes / mebibyte} MB in all`,
  ],
  ['A baseline', `${maxFileBytes / mebibyte} MB`],
])('docs/limits.md gives the limit for %s: %s', (what, limit) => {
  expect(rows.filter(([, cell]) => cell?.startsWith(what)).map(([, , cell]) => cell)).toEqual([limit]);
});
