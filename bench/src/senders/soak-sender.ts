import { Worker } from 'node:worker_threads';
import type { Topology } from '@svc/testing';
import type { SoakSenderOptions, SoakSenderResult } from './soak-sender.worker.js';

export interface SoakSender {
  readonly result: Promise<SoakSenderResult>;
  /** Ends it at once, without a result. */
  stop(): Promise<number>;
}

/** Sends telemetry of now at a steady rate, in a thread of its own. */
export function startSoakSender(
  { ingestUrl, apiKey }: Topology,
  options: Pick<SoakSenderOptions, 'signal' | 'itemsPerSecond' | 'seconds'>,
): SoakSender {
  const workerData: SoakSenderOptions = { url: `${ingestUrl}/v1/${options.signal}`, apiKey, ...options };
  const worker = new Worker(new URL('./soak-sender.worker.js', import.meta.url), { workerData });
  const result = new Promise<SoakSenderResult>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return { result, stop: () => worker.terminate() };
}
