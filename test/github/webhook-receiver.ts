import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on this machine that takes messages, as a webhook of Slack does. */
export class WebhookReceiver {
  /** Bodies in the order of arrival. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into them.
  readonly messages: any[] = [];
  /** What it answers with. */
  status = 200;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on('request', async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      receiver.messages.push(JSON.parse(body));
      response.writeHead(receiver.status).end('an answer with details');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/services/T0/B0/s3cr3t`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
