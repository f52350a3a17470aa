/**
 * `npm run record -- spellings` records what kubectl's own code reads in odd files and in the first spellings of test/decoder, for
 * test/decoder/recorded.test.ts. Builds the program in test/decoder on first use, which needs Go. The same seeds give the same files.
 */
import { writeFileSync } from 'node:fs';
import { record, recordingFile } from '../test/decoder/recording.ts';

writeFileSync(recordingFile, `${JSON.stringify(record(), null, 1)}\n`);
