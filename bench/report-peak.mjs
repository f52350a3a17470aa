// Preloaded into a process whose memory is measured: its last line on standard error is its peak in KiB.
import { readFileSync, writeSync } from 'node:fs';

process.on('exit', () => writeSync(2, `\npeak ${peakKibibytes()}\n`));

/** Linux counts into the maximum of a child what its parent held at the fork: the high-water mark of the program alone is elsewhere. */
function peakKibibytes() {
  try {
    return /^VmHWM:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))[1];
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
