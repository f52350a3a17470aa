import type { RecordedCase } from '../../../kubeval-wasm/recorded-case.ts';
import { startApiServer } from '../../apiserver/api-server.ts';
import { compact, Questioner } from '../verdicts/asking.ts';
import { type Json, type JsonObject, withValue } from '../verdicts/json.ts';
import { type BuiltinSeed, builtinSeeds } from './seeds.ts';

/** Admission plugins that change or reject what the kinds' own validation accepts. Clusters differ in them. */
const admission = [
  'DefaultStorageClass',
  'DefaultTolerationSeconds',
  'LimitRanger',
  'NamespaceLifecycle',
  'PodSecurity',
  'Priority',
  'RuntimeClass',
  'StorageObjectInUseProtection',
  'TaintNodesByCondition',
];

/** Asks a real API server about every change of every seed, or every `every`th change, as a creation and as an update. */
export async function recordBuiltins(every = 1, say: (progress: string) => void = () => {}): Promise<RecordedCase[]> {
  const server = await startApiServer({
    karpenterVersion: null,
    flags: [`--disable-admission-plugins=${admission.join(',')}`, '--allow-privileged'],
  });
  const questioner = new Questioner(server);
  try {
    const found: RecordedCase[] = [];
    for (const seed of builtinSeeds) {
      for (const [i, question] of questions(seed).entries()) {
        if (i % every !== 0) continue;
        const recorded = await questioner.ask(question, seed.plural, seed.isNamespaced);
        if (recorded === undefined) throw new Error(`a seed is refused: ${question.oldText}`);
        found.push({ ...question, ...compact(withoutObject(recorded)) });
      }
      say(`${seed.object.apiVersion} ${seed.object.kind}: ${found.length} cases so far`);
    }
    return found;
  } finally {
    questioner.close();
    await server.stop();
  }
}

type Answers = Pick<RecordedCase, 'strict' | 'lenient'>;
type Question = Pick<RecordedCase, 'id' | 'set' | 'apiVersion' | 'kind' | 'text' | 'oldText'>;

function questions({ object, changes }: BuiltinSeed): Question[] {
  const { apiVersion, kind } = object as { apiVersion: string; kind: string };
  return [undefined, ...changes].flatMap((change, i) => {
    const id = `${kind}-${apiVersion.replace('/', '-')}-${i}`.toLowerCase();
    // Each has a different name, because some objects still exist for a while after their deletion.
    const [created, updated] = [named(object, `c${i}`), named(object, `u${i}`)];
    const base = { set: 'builtin', apiVersion, kind };
    return [
      { ...base, id: `${id}-create`, text: JSON.stringify(changed(created, change)) },
      { ...base, id: `${id}-update`, text: JSON.stringify(changed(updated, change)), oldText: JSON.stringify(updated) },
    ];
  });
}

const named = (object: JsonObject, name: string): Json => withValue(object, ['metadata', 'name'], name);

const changed = (object: Json, change: BuiltinSeed['changes'][number] | undefined): Json =>
  change ? withValue(object, change[0].split('.'), change[1] as Json | undefined) : object;

/** Fields that the server fills in are not compared, because addresses and ports are arbitrary. */
function withoutObject({ strict, lenient }: Answers): Answers {
  const { object: _, ...rest } = lenient;
  return { strict, lenient: rest };
}
