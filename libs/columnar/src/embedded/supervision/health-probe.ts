import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

/** The start data of the thread of the probe. */
export interface ProbeData {
  readonly path: string;
  /** When the event loop of the process last had a turn, in nanoseconds of `process.hrtime`. */
  readonly lastTurn: BigInt64Array<SharedArrayBuffer>;
}

/** The response of the probe on each connection while the process is healthy. */
export const HEALTHY = 'healthy';

const TURN_MS = 5_000;

/**
 * Answers checks of health on a socket of its own, from a thread of its own: statements can neither delay an answer nor fill a queue
 * before it. The answer is healthy as long as the event loop of the process has had a turn recently.
 */
export async function startHealthProbe(path: string): Promise<void> {
  const lastTurn = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
  const turn = (): bigint => Atomics.store(lastTurn, 0, process.hrtime.bigint());
  turn();
  setInterval(turn, TURN_MS).unref();
  await rm(path, { force: true });
  const workerData: ProbeData = { path, lastTurn };
  const worker = new Worker(new URL('./probe.worker.js', import.meta.url), { workerData });
  worker.unref();
  await once(worker, 'message');
}
