import { useEffect, useRef, useState } from 'react';
import type { ApiError } from '../api/api-error.js';
import type { Input } from '../api/call.js';
import { useProjectSlug } from '../api/project.js';
import { StreamFollower } from '../api/stream-follower.js';
import type { LogRecord, LogsStreamDropped } from '../gen/api.js';
import { TailBuffer, type TailState } from './tail-buffer.js';

export type TailInput = NonNullable<Input<'GET /stream/logs'>['query']>;

export interface Tail extends TailState {
  readonly status: 'connecting' | 'live' | 'hidden' | 'over';
  readonly error: ApiError | undefined;
  /** Records that wait while the tail is held. */
  readonly waiting: number;
}

/** Time between two updates of the page, in milliseconds. */
const UPDATE_MS = 200;
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
    const tailed = new TailConnection(project, JSON.parse(query) as TailInput);
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setTail((before) => tailed.update(before, held.current));
    }, UPDATE_MS);
    return () => {
      clearInterval(timer);
      tailed.close();
    };
  }, [isOn, project, query]);
  return tail;
}

/** The records of a stream that is followed, as they are shown. */
class TailConnection {
  readonly #buffer = new TailBuffer();
  readonly #follower: StreamFollower<'GET /stream/logs'>;

  constructor(project: string | undefined, query: TailInput) {
    this.#follower = new StreamFollower(
      { route: 'GET /stream/logs', input: { query }, project },
      {
        onEvent: (name, data) => this.#receive(name, data),
        onGap: () => this.#buffer.addDropped(0, true),
      },
    );
  }

  close(): void {
    this.#follower.close();
  }

  /** The state to show: the one before if nothing has changed. */
  update(before: Tail, isHeld: boolean): Tail {
    const { status, error } = this.#follower;
    const isSame = status === before.status && error === before.error;
    if (isHeld || this.#buffer.waiting === 0) {
      const { dropped, hasGap } = this.#buffer.state;
      const { waiting } = this.#buffer;
      if (isSame && waiting === before.waiting && dropped === before.dropped && hasGap === before.hasGap) return before;
      return { ...before, dropped, hasGap, waiting, status, error };
    }
    return { ...this.#buffer.release(), waiting: 0, status, error };
  }

  #receive(name: string, data: unknown): void {
    if (name === 'log') this.#buffer.add(data as LogRecord);
    else if (name === 'dropped') {
      const { count, gap } = data as LogsStreamDropped;
      this.#buffer.addDropped(count, gap);
    }
  }
}
