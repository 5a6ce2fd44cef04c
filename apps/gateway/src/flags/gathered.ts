/**
 * Reads what many ask for with few statements: while one read runs, what is asked for meanwhile waits and is then read together.
 * Nobody waits for a timer, and a busy store is asked no more often than it answers.
 */
export class Gathered<Context extends { readonly id: string }, Key, Value> {
  readonly #waiting = new Map<string, Waiting<Context, Key, Value>>();
  readonly #running = new Set<string>();

  constructor(
    private readonly read: (context: Context, keys: readonly Key[]) => Promise<(key: Key) => Value>,
    /** Whoever has waited longer for a read to begin is refused instead: behind a slow store a queue would only grow. */
    private readonly patienceMs: number,
    private readonly monotonicMs: () => number = () => performance.now(),
  ) {}

  get(context: Context, key: Key): Promise<Value> {
    const { id: projectId } = context;
    const waiting = this.#waiting.get(projectId) ?? { context, asked: [] };
    this.#waiting.set(projectId, waiting);
    const answer = new Promise<Value>((resolve, reject) =>
      waiting.asked.push({ key, resolve, reject, since: this.monotonicMs() }),
    );
    if (!this.#running.has(projectId)) void this.#run(projectId);
    return answer;
  }

  async #run(projectId: string): Promise<void> {
    this.#running.add(projectId);
    // What is asked for in this turn of the event loop goes together already.
    await Promise.resolve();
    for (let next = this.#waiting.get(projectId); next; next = this.#waiting.get(projectId)) {
      const asked = next.asked.splice(0, MOST).filter((each) => this.#isPatient(each));
      if (next.asked.length === 0) this.#waiting.delete(projectId);
      if (asked.length === 0) continue;
      try {
        const valueOf = await this.read(next.context, [...new Set(asked.map(({ key }) => key))]);
        for (const { key, resolve } of asked) resolve(valueOf(key));
      } catch (error) {
        for (const { reject } of asked) reject(error instanceof Error ? error : new Error('read failed'));
      }
    }
    this.#running.delete(projectId);
  }

  #isPatient({ since, reject }: Waiting<Context, Key, Value>['asked'][number]): boolean {
    const isPatient = this.monotonicMs() - since <= this.patienceMs;
    if (!isPatient) reject(new Error('waited too long'));
    return isPatient;
  }
}

interface Waiting<Context, Key, Value> {
  readonly context: Context;
  readonly asked: {
    readonly key: Key;
    readonly resolve: (value: Value) => void;
    readonly reject: (why: Error) => void;
    /** On the monotonic clock. */
    readonly since: number;
  }[];
}

/** Keys of one statement. */
const MOST = 500;
