// Preloaded into a process that is measured. Prints its peak memory in KiB and its processor time in ms as the last lines on standard error.
import { readFileSync, writeSync } from 'node:fs';

process.on('exit', () => writeSync(2, `\npeak ${peakKibibytes()}\ncpu ${processorMs()}\n`));

/** In a child's maximum, Linux includes its parent's memory at the fork. The high-water mark of only this program is in /proc. */
function peakKibibytes() {
  try {
    return /^VmHWM:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))[1];
  } catch {
    return process.resourceUsage().maxRSS;
  }
}

/** All threads, and the programs that this process started and that have ended, such as git. Only Linux includes those programs. */
function processorMs() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return ticks * 10;
  } catch {
    const { user, system } = process.cpuUsage();
    return Math.round((user + system) / 1000);
  }
}
