import type { ReplaySnapshots } from '../../gen/api.js';

/** Events of one request: few first, for a picture at once, and never so many that reading them holds up the page. */
const SLICE = { first: 200, next: 400 } as const;

export interface SliceQuery {
  readonly from_offset_ms: number;
  readonly limit: number;
  readonly assets: boolean;
  readonly cursor?: string;
}

export interface SliceSource {
  /** Whether the service has copies of pictures and fonts. */
  readonly hasAssets: boolean;
  /** @throws Error if the events cannot be read. */
  readonly read: (query: SliceQuery, signal: AbortSignal) => Promise<ReplaySnapshots>;
}

interface SliceTarget {
  readonly onSlice: (slice: ReplaySnapshots, place: { readonly isFirst: boolean; readonly isLast: boolean }) => void;
  readonly onError: (error: Error) => void;
  /** Whether the next slice is wanted already. */
  readonly isNeeded: () => boolean;
}

/** Reads the events of a recording from a moment on, slice by slice, as they are needed. */
export class SliceReader {
  #reading: AbortController | undefined;
  #wake: () => void = () => undefined;

  constructor(
    private readonly source: SliceSource,
    private readonly target: SliceTarget,
  ) {}

  /** Begins at another moment. */
  start(fromMs: number): void {
    this.stop();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    void this.#read(fromMs, signal).catch((error: unknown) => {
      if (!signal.aborted) this.target.onError(error as Error);
    });
  }

  stop(): void {
    this.#reading?.abort();
    this.#wake();
  }

  /** Looks again whether the next slice is needed. */
  wake(): void {
    this.#wake();
  }

  async #read(fromMs: number, signal: AbortSignal): Promise<void> {
    const { read, hasAssets } = this.source;
    let cursor: string | undefined;
    do {
      const isFirst = cursor === undefined;
      const query = { from_offset_ms: fromMs, limit: isFirst ? SLICE.first : SLICE.next, assets: hasAssets };
      const slice = await read(cursor === undefined ? query : { ...query, cursor }, signal);
      if (signal.aborted) return;
      cursor = slice.pagination?.has_more === true ? slice.pagination.next_cursor : undefined;
      this.target.onSlice(slice, { isFirst, isLast: cursor === undefined });
      if (cursor !== undefined) await this.#untilNeeded(signal);
    } while (cursor !== undefined && !signal.aborted);
  }

  async #untilNeeded(signal: AbortSignal): Promise<void> {
    // Lets the browser paint and answer between two slices.
    await new Promise((resolve) => setTimeout(resolve));
    while (!this.target.isNeeded() && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
