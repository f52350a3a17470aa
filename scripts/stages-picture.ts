import { bands, imports, stageOf, stages } from '../src/imports.test-support.ts';

const start = '<!-- stages -->';
const end = '<!-- /stages -->';

/** The room that any room may use. It is not drawn, because its arrows would hide the others. */
const words: readonly string[] = ['text'];

/** Puts the diagram of the stages between its markers. */
export function withStages(text: string): string {
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`ARCHITECTURE.md lacks the markers ${start} … ${end}`);
  return `${text.slice(0, from + start.length)}\n\n${picture()}\n\n${text.slice(to)}`;
}

/** The stages, with an arrow to each stage that imports from them. Arrows that follow from other arrows are left out. */
function picture(): string {
  const drawn = stages.filter((stage) => !words.includes(stage));
  const direct = new Map(drawn.map((stage) => [stage, takenFrom(stage)]));
  const lines = drawn.flatMap((stage) => {
    const others = [...direct.get(stage)!];
    const isImplied = (stageName: string): boolean =>
      others.some((other) => other !== stageName && reaches(other, stageName, direct));
    return others.filter((target) => !isImplied(target)).map((target) => `  ${nodeOf(target)} --> ${nodeOf(stage)}`);
  });
  return ['```mermaid', 'flowchart LR', ...boxes(drawn), ...lines, '```'].join('\n');
}

/** One box for each band, with its rooms. */
function boxes(drawn: readonly string[]): string[] {
  return Object.entries(bands).flatMap(([band, rooms]) => {
    const shown = rooms.filter((room) => drawn.includes(room));
    if (shown.length < 2) return shown.map((room) => `  ${nodeOf(room)}[${room}]`);

    return [`  subgraph ${band}`, ...shown.map((room) => `    ${nodeOf(room)}[${titleOf(room)}]`), '  end'];
  });
}

/** A name that Mermaid takes for a node, other than that of its band. */
const nodeOf = (room: string): string => (room.includes('/') ? room.replace('/', '_') : `${room}_itself`);

/** The name of a room within its band. */
const titleOf = (room: string): string => room.slice(room.indexOf('/') + 1);

/** The stages from which a stage imports. */
function takenFrom(stage: string): Set<string> {
  const isOf = (file: string, target: string): boolean => file.startsWith('engine/') && stageOf(file) === target;
  const targets = imports.filter(({ file }) => isOf(file, stage)).map(({ target }) => target);
  const imported = new Set(targets.filter((target) => target.startsWith('engine/')).map(stageOf));
  // In the order of the stages, so that the diagram does not depend on the names of files.
  const before = stages.slice(0, stages.indexOf(stage));
  return new Set(before.filter((target) => imported.has(target) && !words.includes(target)));
}

function reaches(from: string, to: string, direct: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const seen = new Set<string>();
  const queue = [from];
  for (let at = queue.pop(); at !== undefined; at = queue.pop())
    for (const next of direct.get(at) ?? []) {
      if (next === to) return true;
      if (!seen.has(next)) queue.push(next);
      seen.add(next);
    }
  return false;
}
