/** Keys of one read. */
const MAX_BATCH = 500;

/**
 * Loads many values with few reads: while one read of a project runs, further keys wait and are then read together. Nothing waits
 * for a timer, and a busy store gets no more reads than it answers.
 */
export class BatchLoader<Context extends { readonly id: string }, Key, Value> {
  readonly #waiting = new Map<string, Waiting<Context, Key, Value>>();
  readonly #running = new Set<string>();

  constructor(
    private readonly read: (context: Context, keys: readonly Key[]) => Promise<(key: Key) => Value>,
    /** A key that has waited longer for its read to start is rejected: with a slow store the queue would only grow. */
    private readonly maxWaitMs: number,
    private readonly monotonicMs: () => number = () => performance.now(),
  ) {}

  load(context: Context, key: Key): Promise<Value> {
    const { id: projectId } = context;
    const waiting = this.#waiting.get(projectId) ?? { context, requests: [] };
    this.#waiting.set(projectId, waiting);
    const answer = new Promise<Value>((resolve, reject) =>
      waiting.requests.push({ key, resolve, reject, sinceMs: this.monotonicMs() }),
    );
    if (!this.#running.has(projectId)) void this.#run(projectId);
    return answer;
  }

  async #run(projectId: string): Promise<void> {
    this.#running.add(projectId);
    // Keys of one turn of the event loop already share the first read.
    await Promise.resolve();
    for (let next = this.#waiting.get(projectId); next; next = this.#waiting.get(projectId)) {
      const requests = next.requests.splice(0, MAX_BATCH).filter((request) => this.#rejectIfLate(request));
      if (next.requests.length === 0) this.#waiting.delete(projectId);
      if (requests.length === 0) continue;
      try {
        const getValue = await this.read(next.context, [...new Set(requests.map(({ key }) => key))]);
        for (const { key, resolve } of requests) resolve(getValue(key));
      } catch (error) {
        for (const { reject } of requests) reject(error instanceof Error ? error : new Error('read failed'));
      }
    }
    this.#running.delete(projectId);
  }

  /** False for a request that has waited too long and was rejected. */
  #rejectIfLate({ sinceMs, reject }: BatchRequest<Key, Value>): boolean {
    const isInTime = this.monotonicMs() - sinceMs <= this.maxWaitMs;
    if (!isInTime) reject(new Error('waited too long'));
    return isInTime;
  }
}

interface Waiting<Context, Key, Value> {
  readonly context: Context;
  readonly requests: BatchRequest<Key, Value>[];
}

interface BatchRequest<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value) => void;
  readonly reject: (cause: Error) => void;
  /** Milliseconds on the monotonic clock. */
  readonly sinceMs: number;
}
