import { type Check, checksOf } from '../../../engine/setup/check.ts';
import { errorName } from '../../../io/identity/identity-error.ts';

/** Runs a look-up. What it may not ask or gets no answer to is unknown, never right. */
export async function askAws(subject: string, action: string, look: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await look();
  } catch (error) {
    const name = errorName(error);
    const isDenied = /AccessDenied|UnauthorizedOperation|NotAuthorized/.test(name);
    const why = isDenied ? 'this identity may not ask' : `AWS gave no answer (${name || 'unknown error'})`;
    const help = isDenied ? `Allow \`${action}\`, or run doctor with credentials that may.` : 'Run it again.';
    return [checksOf(subject).unknown('aws/not-asked', `\`${action}\`: ${why}`, help)];
  }
}
