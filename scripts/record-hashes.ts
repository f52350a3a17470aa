/**
 * Records the drift hashes that the controllers' own code gives generated objects. Needs Go, which downloads the modules:
 * npm run record -- hashes [MINOR…]      writes test/conformance/hashes/<minor>.json.br; without arguments all minors
 */
import { readFileSync } from 'node:fs';
import { decodeCrdPack } from '../src/engine/files/schema/definitions/crd-pack.ts';
import { hashObjects } from '../test/conformance/hashes/objects.ts';
import { writeHashes } from '../test/conformance/hashes/recording.ts';
import { askHashes, type HashModules, hashModules } from '../test/oracle/hashes/hashes.ts';

/** Number of objects of each kind. */
const count = 600;

function record(modules: HashModules): void {
  const { minor, hasV1beta1, provider } = modules;
  const pack = decodeCrdPack(JSON.parse(readFileSync(new URL(`../data/crds/${minor}.json`, import.meta.url), 'utf8')));
  const asked = hashObjects(pack, hasV1beta1 ? ['v1beta1', 'v1'] : ['v1'], count).filter(
    ({ object }) => provider !== undefined || object.kind === 'NodePool',
  );
  const answers = askHashes(modules, asked);
  const versions: Record<string, string> = {};
  const objects = asked.flatMap((question, index) => {
    const { hash, version, error } = answers[index]!;
    if (hash === undefined || version === undefined) throw new Error(`${JSON.stringify(question)}: ${error}`);
    versions[`${question.object.apiVersion} ${question.object.kind}`] = version;
    return [{ ...question, hash }];
  });
  console.log(`${minor}: ${objects.length} objects, ${writeHashes({ ...modules, versions, objects })} bytes`, versions);
}

const minors = process.argv.slice(2);
for (const modules of hashModules) if (minors.length === 0 || minors.includes(modules.minor)) record(modules);
