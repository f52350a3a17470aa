import { PlumblineError } from '../../shared/errors.ts';

/** There is more to read through GitHub's API than plumbline reads. */
export class TooMuchToRead extends PlumblineError {
  constructor(files: number, bytes: number) {
    const size = Math.round(bytes / 1024 / 1024);
    super('github', `${files} files with ${size} MB are too much to read through GitHub’s API`, {
      help: 'Set `fetch-depth: 0` in actions/checkout, or name the folders to review in the input `paths`.',
    });
  }
}
