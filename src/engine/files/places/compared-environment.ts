import { comparedName, isEnvironmentName } from '../../manifest/hints/environment-name.ts';

/** A name of an environment in the spelling in which environments are compared: `Production` and `prd` are both `prod`. */
export const comparedEnvironment = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\b(pre|non)-prod\b/, '$1prod')
    .split(/[-_.]/)
    .map(comparedName)
    .sort()
    .join('-');

/** Whether two environments, as they are compared, can be one: `prod` and `prod-eu` can be, `prod` and `dev` cannot. */
export function canBeOneEnvironment(a: string, b: string): boolean {
  if (a === b) return true;
  const [mine, theirs] = [a.split('-'), b.split('-')];
  const [few, many] = mine.length <= theirs.length ? [mine, theirs] : [theirs, mine];
  return few.length < many.length && few.some(isEnvironmentName) && few.every((word) => many.includes(word));
}

/** Whether two names of environments certainly name different ones. */
export const areTwoEnvironments = (a: string, b: string): boolean =>
  !canBeOneEnvironment(comparedEnvironment(a), comparedEnvironment(b));
