// Preloaded into a process whose memory is measured: its last line on standard error is its peak in KiB.
import { writeSync } from 'node:fs';

process.on('exit', () => writeSync(2, `\npeak ${process.resourceUsage().maxRSS}\n`));
