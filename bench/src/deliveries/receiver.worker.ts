import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';

export interface ReceiverReport {
  readonly received: number;
  /** Number of deliveries without repeats. */
  readonly distinct: number;
  /** Times of the first and the last arrival, from the same origin. */
  readonly firstMs: number;
  readonly lastMs: number;
  readonly overtaken: number;
}

const ids = new Set<string>();
let [received, firstMs, lastMs, overtaken, leastUrgent] = [0, 0, 0, 0, 0];

/** Accepts webhooks and counts them. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => {
      received += 1;
      ids.add(String(request.headers['webhook-id']));
      lastMs = performance.now();
      if (received === 1) firstMs = lastMs;
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { urgency: number } };
      if (data.urgency < leastUrgent) overtaken += 1;
      leastUrgent = Math.max(leastUrgent, data.urgency);
      response.writeHead(204).end();
    });
}).listen(0, '127.0.0.1');

parentPort?.on('message', (question: string) => {
  const answer = (): void => {
    const report: ReceiverReport = { received, distinct: ids.size, firstMs, lastMs, overtaken };
    const { port } = server.address() as AddressInfo;
    parentPort?.postMessage(question === 'report' ? report : `http://127.0.0.1:${port}/hook`);
  };
  if (server.listening) answer();
  else server.once('listening', answer);
});
