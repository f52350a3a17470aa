import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';

/** A separate Redis that writes every change to disk before it answers. */
export class Redis {
  readonly port: number;
  readonly #folder: string;
  #process: ChildProcess;

  private constructor(port: number, folder: string) {
    this.port = port;
    this.#folder = folder;
    this.#process = this.#spawn();
  }

  static async start(): Promise<Redis> {
    const redis = new Redis(await freePort(), mkdtempSync(join(tmpdir(), 'plumbline-redis-')));
    await redis.#ready();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Kills it without cleanup, and starts it again with what it had written. */
  async crash(): Promise<void> {
    await ended(this.#process, 'SIGKILL');
    this.#process = this.#spawn();
    await this.#ready();
  }

  async stop(): Promise<void> {
    await ended(this.#process, 'SIGTERM');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #spawn(): ChildProcess {
    const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
    const place = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.#folder];
    return spawn('redis-server', [...place, ...durable], { stdio: 'ignore' });
  }

  async #ready(): Promise<void> {
    while (!(await isOpen(this.port))) {
      if (this.#process.exitCode !== null) throw new Error(`redis-server ended with ${this.#process.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function isOpen(port: number): Promise<boolean> {
  const { connect } = await import('node:net');
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('PING\r\n');
    });
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString().startsWith('+PONG'));
    });
    socket.once('error', () => resolve(false));
  });
}

/** Stops a process and waits until it has ended. */
export function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}
