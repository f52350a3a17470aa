import type { Random } from '../../conformance/generator/random.ts';
import type { Knobs } from './knobs.ts';
import { harmless, objectText, type Subject } from './subjects.ts';

/** What a way to give the cluster an object is made for. */
export interface Device {
  readonly subject: Subject;
  /** The name of its object, unique in its scene. */
  readonly name: string;
  readonly knobs: Knobs;
  readonly random: Random;
}

type Kind = Pick<Subject, 'apiVersion' | 'kind'>;

/** A harmless kind before the change, and that of the subject after it. */
export const kindIn = ({ subject, name, knobs }: Device): Kind =>
  knobs.between<Kind>(`${name} kind`, harmless, subject);

/** An amount that the change may edit. */
export const amountIn = ({ name, knobs }: Device): string => knobs.between(`${name} value`, '10', '20');

/** Whether the object is there, which the change may turn on. */
export const isPresent = ({ name, knobs }: Device): boolean => knobs.between(`${name} presence`, false, true);

/** The text of the whole object. */
export const complete = (device: Device): string =>
  objectText({ ...device.subject, ...kindIn(device) }, { name: device.name, value: amountIn(device) });
