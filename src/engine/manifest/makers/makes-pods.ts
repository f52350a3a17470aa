import type { Manifest } from '../manifest.ts';
import { assumedPods } from './found-templates.ts';
import type { MadePods } from './maker.ts';
import { madeBudgets, madePods, makerOf } from './makers.ts';

/** Whether pods of an object are counted that an operator creates, or is assumed to create. */
export const makesPods = ({ apiVersion, kind, object }: Pick<Manifest, 'apiVersion' | 'kind' | 'object'>): boolean =>
  makerOf({ apiVersion, kind }) !== undefined || assumedPods(apiVersion, kind, object).length > 0;

type Made = Pick<Manifest, 'apiVersion' | 'kind' | 'object'>;

/** Whether two versions of an object differ in the pods or the PodDisruptionBudgets that are made of them. */
export const changesPods = (object: Made, other: Made): boolean => madeText(object) !== madeText(other);

function madeText({ apiVersion, kind, object }: Made): string {
  const maker = makerOf({ apiVersion, kind });
  const pods: readonly MadePods[] = maker ? madePods(maker, object) : assumedPods(apiVersion, kind, object);
  return JSON.stringify([pods, maker && madeBudgets(maker, object)]);
}
