import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.js';
import type { Input } from '../api/call.js';
import { parseExact } from '../api/parse-exact.js';
import { useProjectSlug } from '../api/project.js';
import { isWorthRetrying, toDelay } from '../api/query-client.js';
import { readStream } from '../api/stream.js';
import type { LogRecord, LogsStreamDropped, StreamEnd } from '../gen/api.js';
import { TailBuffer, type TailState } from './tail-buffer.js';

export type TailInput = NonNullable<Input<'GET /stream/logs'>['query']>;

export interface Tail extends TailState {
  readonly status: 'connecting' | 'live' | 'hidden' | 'failed';
  readonly error: ApiError | undefined;
  /** Records that wait while the tail is held. */
  readonly waiting: number;
}

/** Time between two updates of the page, in milliseconds. */
const UPDATE_MS = 200;
/** A tab that is hidden for so long ends its connection, in milliseconds. */
const HIDDEN_MS = 30_000;
const EMPTY: Tail = {
  records: [],
  forgotten: 0,
  dropped: 0,
  hasGap: false,
  status: 'connecting',
  error: undefined,
  waiting: 0,
};

/**
 * Follows the records that match a query as they arrive.
 *
 * @param isHeld shows nothing new while true; records that arrive wait.
 */
export function useTail(
  input: TailInput,
  { isOn, isHeld }: { readonly isOn: boolean; readonly isHeld: boolean },
): Tail {
  const project = useProjectSlug();
  const [tail, setTail] = useState(EMPTY);
  const held = useRef(isHeld);
  useEffect(() => {
    held.current = isHeld;
  });
  const query = JSON.stringify(input);
  useEffect(() => {
    if (!isOn) {
      setTail(EMPTY);
      return undefined;
    }
    setTail(EMPTY);
    const follower = new TailConnection(project, JSON.parse(query) as TailInput);
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setTail((before) => follower.update(before, held.current));
    }, UPDATE_MS);
    return () => {
      clearInterval(timer);
      follower.close();
    };
  }, [isOn, project, query]);
  return tail;
}

/** One stream at a time, which pauses while the tab is hidden and continues after an interruption where it stopped. */
class TailConnection {
  readonly #buffer = new TailBuffer();
  readonly #closed = new AbortController();
  #streaming = new AbortController();
  #lastEventId: string | undefined;
  #status: Tail['status'] = 'connecting';
  #error: ApiError | undefined;
  #hiding: ReturnType<typeof setTimeout> | undefined;
  #isHidden = false;
  #isFollowing = false;
  #end: StreamEnd | undefined;

  constructor(
    private readonly project: string | undefined,
    private readonly query: TailInput,
  ) {
    document.addEventListener('visibilitychange', () => this.#onVisibility(), { signal: this.#closed.signal });
    void this.#follow();
  }

  close(): void {
    clearTimeout(this.#hiding);
    this.#closed.abort();
    this.#streaming.abort();
  }

  /** The state to show: the one before if nothing has changed. */
  update(before: Tail, isHeld: boolean): Tail {
    const isSame = this.#status === before.status && this.#error === before.error;
    if (isHeld || this.#buffer.waiting === 0) {
      const { dropped, hasGap } = this.#buffer.state;
      const { waiting } = this.#buffer;
      if (isSame && waiting === before.waiting && dropped === before.dropped && hasGap === before.hasGap) return before;
      return { ...before, dropped, hasGap, waiting, status: this.#status, error: this.#error };
    }
    return { ...this.#buffer.release(), waiting: 0, status: this.#status, error: this.#error };
  }

  #onVisibility(): void {
    clearTimeout(this.#hiding);
    if (document.visibilityState === 'hidden') {
      this.#hiding = setTimeout(() => {
        this.#isHidden = true;
        this.#status = 'hidden';
        this.#streaming.abort();
      }, HIDDEN_MS);
    } else if (this.#isHidden) {
      this.#isHidden = false;
      void this.#follow();
    }
  }

  async #follow(): Promise<void> {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    for (let failures = 0; this.#isWanted; failures++) {
      const started = Date.now();
      if (!(await this.#stream(failures))) break;
      if (Date.now() - started > HIDDEN_MS) failures = 0;
    }
    this.#isFollowing = false;
  }

  get #isWanted(): boolean {
    return !this.#isHidden && !this.#closed.signal.aborted;
  }

  /** Reads one stream, and waits until the next one makes sense; false if none does. */
  async #stream(failures: number): Promise<boolean> {
    this.#status = 'connecting';
    this.#streaming = new AbortController();
    let failure: unknown;
    try {
      const options = { project: this.project, signal: this.#streaming.signal, lastEventId: this.#lastEventId };
      await readStream('GET /stream/logs', { query: this.query }, options, (event) => this.#receive(event));
    } catch (error) {
      failure = error;
    }
    // Its tab is hidden, or the page is gone.
    if (this.#streaming.signal.aborted) return false;
    if (failure !== undefined) return this.#recover(failure, failures);
    const end = this.#takeEnd();
    if (end?.reason === 'completed' || end?.reason === 'key_revoked') {
      this.#status = 'failed';
      return false;
    }
    await this.#sleep(end?.retry_ms ?? toDelay(Math.min(failures, 5), undefined));
    return this.#isWanted;
  }

  /** Takes the event with which the service ended the last stream. */
  #takeEnd(): StreamEnd | undefined {
    const end = this.#end;
    this.#end = undefined;
    return end;
  }

  /** Waits, or until the page is gone. */
  async #sleep(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#closed.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #receive({
    event,
    id,
    data,
  }: {
    readonly event?: string | undefined;
    readonly id?: string | undefined;
    readonly data: string;
  }): void {
    this.#status = 'live';
    this.#error = undefined;
    if (id !== undefined) this.#lastEventId = id;
    if (event === 'log') this.#buffer.add(parseExact(data) as LogRecord);
    else if (event === 'dropped') {
      const { count, gap } = parseExact(data) as LogsStreamDropped;
      this.#buffer.addDropped(count, gap);
    } else if (event === 'end') this.#end = parseExact(data) as StreamEnd;
  }

  /** Waits before the next attempt; false if another one makes no sense. */
  async #recover(error: unknown, failures: number): Promise<boolean> {
    const isRefused = error instanceof ApiError && !isWorthRetrying(error);
    if (isRefused && error.status === 400 && this.#lastEventId !== undefined) {
      // The ID has expired: what was sent in the meantime is missing.
      this.#lastEventId = undefined;
      this.#buffer.addDropped(0, true);
      return true;
    }
    if (error instanceof ApiError) this.#error = error;
    this.#status = isRefused ? 'failed' : 'connecting';
    if (isRefused) return false;
    await this.#sleep(toDelay(Math.min(failures, 5), error));
    return this.#isWanted;
  }
}
