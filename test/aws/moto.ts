import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../free-port.ts';

/** moto's server, a stand-in for AWS, on a free port of 127.0.0.1. */
export interface Moto {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts moto_server, which scripts/test-real.ts puts on PATH. */
export async function startMoto(): Promise<Moto> {
  const port = await freePort();
  const moto = spawn('moto_server', ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await untilUp(moto, url);
  return {
    url,
    async stop() {
      if (moto.exitCode === null && moto.kill()) await once(moto, 'exit');
    },
  };
}

async function untilUp(moto: ChildProcess, url: string): Promise<void> {
  for (;;) {
    if (moto.exitCode !== null) throw new Error(`moto_server ended with ${moto.exitCode}`);
    const isUp = await fetch(`${url}/moto-api/`).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
