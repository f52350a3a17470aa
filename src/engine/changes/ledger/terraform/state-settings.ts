import type { ChangedFile } from '../changed-file.ts';
import { harmless, type Judgement, notUnderstood } from '../judgement.ts';
import { reachesState } from '../terraform-judgement.ts';

/** Whether a file has settings for `terraform init -backend-config`, by its name. */
export const isStateSettings = (path: string): boolean => /\.tfbackend$/.test(path);

/** Judges the settings of a backend: another state has other resources, so Terraform creates and deletes others. */
export function judgedStateSettings({ path, before, after }: ChangedFile): Judgement {
  const [old, now] = [settingsIn(before ?? ''), settingsIn(after ?? '')];
  const isRead = before !== null && after !== null && old !== undefined && now !== undefined;
  if (isRead && old === now)
    return harmless(path, 'how Terraform locks, encrypts or reaches its state, not what it creates');

  return notUnderstood(path, 'it decides which state Terraform uses, and another state may plan other changes');
}

/** The settings that say where the state is, in any order. Undefined if a line is anything else than one setting. */
function settingsIn(text: string): string | undefined {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:#|\/\/)/.test(line));
  const settings = lines.map((line) => /^([\w-]+)[ \t]*=[ \t]*("[^"\\]*"|[\w.-]+)[ \t]*(?:(?:#|\/\/).*)?$/.exec(line));
  if (settings.some((setting) => setting === null)) return undefined;

  const placing = settings.flatMap((setting) => {
    const [, name = '', value = ''] = setting ?? [];
    return reachesState.test(name) ? [] : [`${name} = ${value}`];
  });
  return placing.sort().join('\n');
}
