import { ownValue } from '../../../text/own-value.ts';

/** The formats that the API server checks and Karpenter's schemas use. Any other format is accepted. */
const formats: Record<string, RegExp> = {
  'date-time':
    /^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])[Tt ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[-+]([01]\d|2[0-3]):[0-5]\d)$/,
};

/** Whether a text has a format. Unknown formats always match. */
export const isFormat = (text: string, format: string): boolean => ownValue(formats, format)?.test(text) ?? true;
