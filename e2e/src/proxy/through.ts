import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { text } from 'node:stream/consumers';

export interface TlsFiles {
  readonly certificateFile: string;
  readonly keyFile: string;
  readonly authorityFile: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An address of this machine that differs from that of the proxy. */
export const CLIENT_ADDRESS = '127.0.0.2';

/** Sends requests over TLS from the client's address to a port of the proxy. */
export class Sender {
  constructor(private readonly authority: Buffer) {}

  async send(port: number, path: string, sent: Sent = {}): Promise<Reply> {
    const response = await this.open(port, path, sent);
    return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
  }

  /** Resolves when the headers of the response have arrived. */
  open(port: number, path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<IncomingMessage> {
    const options: RequestOptions = {
      host: '127.0.0.1',
      servername: 'localhost',
      port,
      path,
      method,
      ca: this.authority,
      localAddress: CLIENT_ADDRESS,
      headers: { host: `localhost:${port}`, ...headers },
    };
    return new Promise((resolve, reject) => {
      request(options, resolve).on('error', reject).end(body);
    });
  }
}
