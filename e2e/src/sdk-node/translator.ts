import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { fromPostHog, fromSegment, type Captured, type SdkCall } from './translate.js';

export interface TranslatorOptions {
  readonly ingestUrl: string;
  /** Takes what it is sent, and loses its first answer to each kind of SDK: they send again what was taken. */
  readonly losesAnswers?: boolean;
  readonly port?: number;
}

/**
 * Takes the batches of PostHog and Segment SDKs and hands them on over the capture wire. The key an SDK is configured with is an API key
 * of the service.
 */
export async function startTranslator({ ingestUrl, losesAnswers = false, port = 0 }: TranslatorOptions) {
  const lost = new Set<string | undefined>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isGzip = request.headers['content-encoding'] === 'gzip';
    const sent = (await json(isGzip ? request.pipe(createGunzip()) : request)) as {
      api_key?: string;
      batch: SdkCall[];
    };
    const [, basic = ''] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    const key = sent.api_key ?? Buffer.from(basic, 'base64').toString().split(':')[0] ?? '';
    const events: Captured[] = sent.batch.map((call) => ('type' in call ? fromSegment(call) : fromPostHog(call)));
    const taken = await fetch(`${ingestUrl}/api/v1/capture`, {
      method: 'POST',
      headers: { 'x-svc-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ events }),
    });
    const text = await taken.text();
    if (losesAnswers && !lost.has(request.url)) {
      lost.add(request.url);
      response.writeHead(503).end();
      return;
    }
    response.writeHead(taken.status, { 'content-type': 'application/json' }).end(text);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(400).end());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
