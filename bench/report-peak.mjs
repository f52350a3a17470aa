// Preloaded into a process whose memory is measured. Prints the peak in KiB as the last line on standard error.
import { readFileSync, writeSync } from 'node:fs';

process.on('exit', () => writeSync(2, `\npeak ${peakKibibytes()}\n`));

/** In a child's maximum, Linux includes its parent's memory at the fork. The high-water mark of only this program is in /proc. */
function peakKibibytes() {
  try {
    return /^VmHWM:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))[1];
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
