import { request } from 'node:http';
import type { EmbeddedColumnStore } from '../embedded/start.js';

export interface RawRequest {
  readonly fields?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly password?: string;
  readonly path?: string;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** Whether the body ended as HTTP requires. */
  readonly isWhole: boolean;
}

/** Sends a request to the server of the engine like any HTTP client, without the precautions of `@clickhouse/client`. */
export function rawRequest({ store }: EmbeddedColumnStore, options: RawRequest): Promise<RawAnswer> {
  const fields = new URLSearchParams({ database: 'svc', ...options.fields });
  return new Promise((resolve, reject) => {
    const call = request({
      socketPath: store.socketPath,
      path: options.path ?? `/?${fields.toString()}`,
      method: 'POST',
      auth: `default:${options.password ?? store.password}`,
      agent: false,
      headers: options.headers,
    });
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      const settle = () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
          isWhole: response.complete,
        });
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', settle);
      response.on('error', settle);
    });
    call.on('error', reject);
    call.end(options.body);
  });
}
