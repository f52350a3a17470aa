import { asList, type Manifest } from '../model/manifest.ts';
import { assumedPods } from './found-templates.ts';
import type { MadePods } from './maker.ts';
import { madeBudgets, madePods, makerOf } from './makers.ts';

type Made = Pick<Manifest, 'apiVersion' | 'kind' | 'object'>;

/**
 * Whether all pods of an object are counted that an operator creates, or is assumed to create. A pod without containers
 * has its template elsewhere, or a template that is not read.
 */
export function makesPods({ apiVersion, kind, object }: Made): boolean {
  const maker = makerOf({ apiVersion, kind });
  if (maker === undefined) return assumedPods(apiVersion, kind, object).length > 0;

  return madePods(maker, object).every(({ count, spec }) => count.likely === 0 || asList(spec.containers).length > 0);
}

/** Whether two versions of an object differ in the pods or the PodDisruptionBudgets that are made of them. */
export const changesPods = (object: Made, other: Made): boolean => madeText(object) !== madeText(other);

function madeText({ apiVersion, kind, object }: Made): string {
  const maker = makerOf({ apiVersion, kind });

  const pods = (): readonly MadePods[] => {
    if (maker) return madePods(maker, object);
    return assumedPods(apiVersion, kind, object);
  };

  return JSON.stringify([pods(), maker && madeBudgets(maker, object)]);
}
