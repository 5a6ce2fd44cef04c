import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ClickHouseClient } from '@clickhouse/client';
import { DEFAULT_DATABASE, openClient, type ColumnStoreOptions } from '../connection.js';
import { LANE_HEADER, PROJECT_HEADER } from '../embedded/protocol/request.js';
import type { Lane, ReadStatement } from '../port.js';
import { isRefusedConnection, toStoreError } from './errors.js';
import { ServerLanes } from './server-lanes.js';
import { StatementTimer } from './statement-timer.js';

const RECONNECT_MS = 5_000;
const RECONNECT_PAUSE_MS = 50;

/**
 * Sends statements to the server in its lanes, retries them while it cannot be reached, and stops them when the caller
 * has gone.
 */
export class ServerConnection {
  readonly client: ClickHouseClient;
  readonly #reconnectMs: number;
  /** Absent for the embedded engine, which has lanes itself. */
  readonly #lanes: ServerLanes | undefined;
  #isClosed = false;

  constructor(options: ColumnStoreOptions) {
    this.client = openClient(options, options.database ?? DEFAULT_DATABASE);
    this.#reconnectMs = options.reconnectMs ?? RECONNECT_MS;
    this.#lanes = options.socketPath === undefined ? new ServerLanes(options.maxStatements) : undefined;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Waits for a place in the lane of a statement, which is released by disposal. */
  async enter(
    { lane = 'interactive', projectNumber }: Pick<ReadStatement, 'lane' | 'projectNumber'>,
    signal: AbortSignal,
    timeoutMs: number,
  ): Promise<Disposable | undefined> {
    return this.#lanes?.enter(lane, projectNumber, signal, timeoutMs);
  }

  /** Sends a statement without a result. */
  async send(
    timeoutMs: number,
    signal: AbortSignal | undefined,
    isInsert: boolean,
    call: (signal: AbortSignal, queryId: string) => Promise<unknown>,
  ): Promise<void> {
    using timer = new StatementTimer(timeoutMs, signal);
    const queryId = randomUUID();
    try {
      await this.connected(timer, () => call(timer.signal, queryId));
    } catch (error) {
      if (timer.signal.aborted) this.kill(queryId);
      throw toStoreError(error, { aborted: timer.aborted, timedOut: timer.timedOut, isInsert });
    }
  }

  /** Retries a call that did not reach the server, for example while the embedded engine restarts or a server is replaced. */
  async connected<T>(timer: StatementTimer, call: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + this.#reconnectMs;
    for (;;) {
      try {
        if (timer.signal.aborted) throw timer.signal.reason;
        return await call();
      } catch (error) {
        if (!isRefusedConnection(error) || this.#isClosed || performance.now() > deadline) throw error;
        await timer.pause(RECONNECT_PAUSE_MS);
      }
    }
  }

  /**
   * Waits until the server answers again. One that was killed resets its connections one after the other, on a busy machine over some
   * tenths of a second, and until Node has seen it a dead one may be taken from the pool.
   */
  async answering(timer: StatementTimer): Promise<void> {
    const deadline = performance.now() + this.#reconnectMs;
    do await timer.pause(RECONNECT_PAUSE_MS);
    while (
      !(await this.client.ping({ select: false })).success &&
      performance.now() < deadline &&
      !timer.signal.aborted &&
      !this.#isClosed
    );
  }

  /** A lost connection stops a statement in the embedded engine, but not always in a server. Runs in the background. */
  kill(id: string): void {
    const kill = this.client.command({ query: 'KILL QUERY WHERE query_id = {id:String} ASYNC', query_params: { id } });
    kill.catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.client.close();
  }
}

export function laneHeaders(lane: Lane, projectNumber: number | undefined): Record<string, string> {
  if (projectNumber === undefined) return { [LANE_HEADER]: lane };
  return { [LANE_HEADER]: lane, [PROJECT_HEADER]: String(projectNumber) };
}

/** Ends the stream of a response when the signal is aborted, which the client no longer does once the response has started. */
export function cutOnAbort(stream: Readable, signal: AbortSignal): Disposable {
  const cut = () => stream.destroy(new Error('aborted'));
  signal.addEventListener('abort', cut, { once: true });
  if (signal.aborted) cut();
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', cut) };
}
