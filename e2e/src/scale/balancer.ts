import { pace } from '@svc/testing';

const PROBE_MS = 100;
const PROBE_TIMEOUT_MS = 1_000;

/** Sends requests only to processes that say that they are ready, by turns, like a load balancer. */
export class Balancer {
  readonly #isReady: boolean[];
  readonly #probing: Promise<unknown>;
  #isStopped = false;
  #turn = 0;

  /** @param urls of the processes, without path. */
  constructor(private readonly urls: readonly string[]) {
    this.#isReady = urls.map(() => true);
    this.#probing = Promise.all(urls.map((url, i) => this.#probe(url, i)));
  }

  /** The index of the next process that is ready; of the next one if none is. */
  next(): number {
    const count = this.urls.length;
    const turn = this.#turn++;
    for (let i = 0; i < count; i++) if (this.#isReady[(turn + i) % count]) return (turn + i) % count;
    return turn % count;
  }

  /** The URL of the next process that is ready. */
  nextUrl(): string {
    return this.urls[this.next()] ?? '';
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#probing;
  }

  async #probe(url: string, index: number): Promise<void> {
    while (!this.#isStopped) {
      this.#isReady[index] = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.ok;
        },
        () => false,
      );
      await pace(PROBE_MS);
    }
  }
}
