import type { Settings } from '../../engine/karpenter/api/settings.ts';
import type { Source } from '../../engine/text/source.ts';
import { configNames } from '../../io/config/config-names.ts';
import type { Configuration } from '../../review/configuration.ts';
import { type Note, noteText } from '../../review/note.ts';
import type { TextRequest } from '../../review/review-texts.ts';
import { settingsAtBase } from '../../review/settings-at-base.ts';

/** What the page takes from a plumbline.yaml. */
interface PageSettings {
  readonly settings: Settings;
  /** Sentences about the configuration. */
  readonly notes: readonly string[];
}

/** A mistake in the configuration must not stop the page, because somebody is typing it. */
const rules = { brokenConfiguration: 'defaults apply', proposedConfiguration: 'reported', failOn: 'set' } as const;

/** The settings of the plumbline.yaml before a change, as in a pull request; of the one after it if there is nothing before. */
export async function pageSettings({ before, after }: Pick<TextRequest, 'before' | 'after'>): Promise<PageSettings> {
  const notes: Note[] = [];
  const settings = await settingsAtBase(
    configurationOf(before ?? after, before === null ? undefined : after),
    { over: {} },
    { rules, onNote: (note) => void notes.push(note) },
  );

  return { settings, notes: notes.map((note) => `Configuration: ${noteText(note)}.`) };
}

const configurationOf = (current: readonly Source[], proposed: readonly Source[] | undefined): Configuration => ({
  current: async () => configIn(current),
  files: filesIn(current),
  ...(proposed && { proposed: async () => configIn(proposed), proposedFiles: filesIn(proposed) }),
});

const configIn = (sources: readonly Source[]): Source | undefined =>
  configNames.map((name) => sources.find(({ file }) => file === name)).find((source) => source !== undefined);

const filesIn =
  (sources: readonly Source[]): Configuration['files'] =>
  async (paths) =>
    sources.filter(({ file }) => paths.includes(file));
