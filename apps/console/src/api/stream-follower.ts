import type { StreamEnd } from '../gen/api.js';
import { ApiError } from './api-error.js';
import type { Input, Route } from './call.js';
import { parseExact } from './parse-exact.js';
import { requestSignIn } from './sign-in.js';
import { toPauseAfterEnd, toPauseAfterFailure } from './stream-pause.js';
import { readStream } from './stream.js';

export interface FollowedStream<R extends Route> {
  readonly route: R;
  readonly input: Input<R>;
  readonly project: string | undefined;
}

export interface FollowerCalls {
  readonly onEvent: (name: string, data: unknown) => void;
  /** The service no longer knows the last event: what it sent in the meantime is missing. */
  readonly onGap?: () => void;
  /** The stream is not read again: it is complete, or was refused with this error. */
  readonly onOver?: (error: ApiError | undefined) => void;
}

/** A tab that is hidden for so long ends its connection, in milliseconds. A stream that lasts so long has not failed. */
const LONG_MS = 30_000;

/** Follows a stream, one connection at a time. It pauses while the tab is hidden, and continues after an interruption where it stopped. */
export class StreamFollower<R extends Route> {
  readonly #closed = new AbortController();
  #streaming = new AbortController();
  #status: 'connecting' | 'live' | 'hidden' | 'over' = 'connecting';
  #error: ApiError | undefined;
  #lastEventId: string | undefined;
  #end: StreamEnd | undefined;
  #hiding: ReturnType<typeof setTimeout> | undefined;
  #isHidden = false;
  #isFollowing = false;

  constructor(
    private readonly stream: FollowedStream<R>,
    private readonly calls: FollowerCalls,
  ) {
    document.addEventListener('visibilitychange', () => this.#onVisibility(), { signal: this.#closed.signal });
    void this.#follow();
  }

  get status() {
    return this.#status;
  }

  /** Why the last attempt failed; undefined while events arrive. */
  get error(): ApiError | undefined {
    return this.#error;
  }

  close(): void {
    clearTimeout(this.#hiding);
    this.#closed.abort();
    this.#streaming.abort();
  }

  #onVisibility(): void {
    clearTimeout(this.#hiding);
    if (this.#status === 'over') return;
    if (document.visibilityState === 'hidden') {
      this.#hiding = setTimeout(() => {
        if (this.#status === 'over') return;
        this.#isHidden = true;
        this.#status = 'hidden';
        this.#streaming.abort();
      }, LONG_MS);
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
      const pause = await this.#read(failures);
      if (Date.now() - started > LONG_MS) failures = 0;
      if (pause !== undefined && this.#isWanted) await this.#sleep(pause);
    }
    this.#isFollowing = false;
  }

  get #isWanted(): boolean {
    return !this.#isHidden && this.#status !== 'over' && !this.#closed.signal.aborted;
  }

  /** Reads one stream; returns the milliseconds until the next one, if there is one. */
  async #read(failures: number): Promise<number | undefined> {
    this.#status = 'connecting';
    this.#end = undefined;
    this.#streaming = new AbortController();
    const { signal } = this.#streaming;
    const { route, input, project } = this.stream;
    try {
      await readStream(route, input, { project, signal, lastEventId: this.#lastEventId }, (event) => {
        this.#status = 'live';
        this.#error = undefined;
        this.#lastEventId = event.id ?? this.#lastEventId;
        const data = parseExact(event.data);
        if (event.event === 'end') this.#end = data as StreamEnd;
        else this.calls.onEvent(event.event ?? '', data);
      });
    } catch (error) {
      return signal.aborted ? undefined : this.#recover(error, failures);
    }
    // Its tab is hidden, or the page is gone.
    if (signal.aborted) return undefined;
    const pause = toPauseAfterEnd(this.#end, failures);
    if (pause === undefined) this.#finish(undefined);
    return pause;
  }

  #recover(error: unknown, failures: number): number | undefined {
    if (error instanceof ApiError && error.status === 400 && this.#lastEventId !== undefined) {
      this.#lastEventId = undefined;
      this.calls.onGap?.();
      return 0;
    }
    const refused = error instanceof ApiError ? error : undefined;
    this.#error = refused;
    if (refused?.status === 401) requestSignIn();
    const pause = toPauseAfterFailure(error, failures);
    if (pause === undefined) this.#finish(refused);
    else this.#status = 'connecting';
    return pause;
  }

  #finish(error: ApiError | undefined): void {
    this.#status = 'over';
    this.calls.onOver?.(error);
  }

  /** Waits, or until the page is gone. */
  async #sleep(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      const stop = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.#closed.signal.addEventListener('abort', stop, { once: true });
    });
  }
}
