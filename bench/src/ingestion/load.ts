/** Shared by benchmarks of ingestion: a sender in a thread of its own, and the consumption of a standalone for the items that it stored. */
import { Worker } from 'node:worker_threads';
import type { Signal } from '@svc/otlp';
import { waitAtMost, type Topology } from '@svc/testing';
import { PeakMemory, processTree, type Usage } from '../processes/process-tree.js';
import { threadTimes } from '../processes/thread-times.js';
import type { SenderOptions, SenderResult } from '../senders/sender.worker.js';

/** Connections of the sender. */
export const CONNECTIONS = 8;
/** A thread that used less for one item is not printed. */
const LEAST_MICROSECONDS = 0.05;

export type Load = Pick<SenderOptions, 'seconds' | 'itemsPerSecond' | 'failedPercent'>;

export function send(
  { ingestUrl, apiKey }: Pick<Topology, 'ingestUrl' | 'apiKey'>,
  signal: Signal,
  load: Load,
): Promise<SenderResult> {
  return new Promise((resolve, reject) => {
    const workerData: SenderOptions = {
      url: `${ingestUrl}/v1/${signal}`,
      apiKey,
      signal,
      connections: CONNECTIONS,
      ...load,
    };
    const worker = new Worker(new URL('../senders/sender.worker.js', import.meta.url), { workerData });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** Resolves when everything that was acknowledged is in the column store. */
export async function stored(topology: Topology, signal: Signal): Promise<void> {
  await waitAtMost(300_000, 'everything is stored', async () => (await lag(topology, signal)) === 0, { everyMs: 20 });
}

async function lag({ metricsUrls }: Topology, signal: Signal): Promise<number> {
  const text = await (await fetch(metricsUrls.get('standalone') ?? '')).text();
  const line = text
    .split('\n')
    .find((candidate) => candidate.startsWith(`svc_event_log_lag_records{topic="otlp.${signal}"}`));
  return Number(line?.split(' ').at(-1));
}

/** Measures the CPU time and memory of a standalone from now on. */
export class Consumption {
  readonly #pid: number;
  readonly #memory: PeakMemory;
  readonly #before: ReadonlyMap<string, Usage>;
  readonly #threadsBefore: ReadonlyMap<string, number>;

  constructor({ processes }: Topology) {
    this.#pid = processes.get('standalone')?.pid ?? 0;
    this.#memory = new PeakMemory(this.#pid);
    this.#before = processTree(this.#pid);
    this.#threadsBefore = threadTimes(this.#pid);
  }

  /** The CPU time of one of the items, in microseconds by process and by thread, and the peaks of memory. */
  of(items: number) {
    const use = [...processTree(this.#pid)].map(
      ([name, { cpuSeconds }]) => [name, cpuSeconds - (this.#before.get(name)?.cpuSeconds ?? 0)] as const,
    );
    const threads = [...threadTimes(this.#pid)]
      .map(([name, each]) => [name, round(((each - (this.#threadsBefore.get(name) ?? 0)) * 1e6) / items)] as const)
      .filter(([, each]) => each >= LEAST_MICROSECONDS)
      .sort(([, one], [, other]) => other - one);
    return {
      queryablePerCpuSecond: Math.round(items / use.reduce((sum, [, each]) => sum + each, 0)),
      cpuMicrosecondsPerItem: Object.fromEntries(use.map(([name, each]) => [name, round((each * 1e6) / items)])),
      threadMicrosecondsPerItem: Object.fromEntries(threads),
      ...this.#memory.stop(),
    };
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
