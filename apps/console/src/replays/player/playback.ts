import type { ReplayEvent, ReplaySnapshots } from '../../gen/api.js';
import type { FrameCommand, FrameReport, RecordedEvent } from './frame-messages.js';
import { INITIAL, type PlaybackState } from './playback-state.js';
import { SliceReader, type SliceSource } from './slice-reader.js';

/** Milliseconds of the recording that are read before they are played. */
const AHEAD_MS = 60_000;

export interface PlaybackOptions extends SliceSource {
  readonly windowId: string;
  /** The first event of the window, in milliseconds from the start of the recording. */
  readonly beginMs: number;
  /** The last event of the window, in milliseconds from the start of the recording. */
  readonly endMs: number;
  /** The start of the recording on the clock of the browser, in milliseconds since 1970. */
  readonly startMs: number;
  readonly onEvents: (events: readonly ReplayEvent[]) => void;
}

/** Plays one window of a recording in the player document, and reads its events a minute ahead of what is shown. */
export class Playback {
  #state: PlaybackState;
  readonly #listeners = new Set<() => void>();
  readonly #reader: SliceReader;
  #send: ((command: FrameCommand) => void) | undefined;
  /** The moment to show once the events until there are read. */
  #pendingMs: number | undefined;

  constructor(
    private readonly options: PlaybackOptions,
    settings: Pick<PlaybackState, 'offsetMs' | 'speed' | 'skips' | 'isPlaying'>,
  ) {
    this.#state = { ...INITIAL, ...settings };
    this.#reader = new SliceReader(options, {
      onSlice: (slice, place) => this.#take(slice, place),
      onError: (error) => this.#fail(error),
      isNeeded: () => this.#state.toMs < (this.#pendingMs ?? this.#state.offsetMs) + AHEAD_MS,
    });
  }

  readonly getState = (): PlaybackState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Begins to read, for a document that is ready. */
  connect(send: (command: FrameCommand) => void): void {
    this.#send = send;
    this.#load(this.#state.offsetMs);
  }

  stop(): void {
    this.#reader.stop();
    this.#send = undefined;
  }

  receive(report: FrameReport): void {
    if (report.type === 'resize') this.#change({ size: { width: report.width, height: report.height } });
    if (report.type === 'warning') this.#note(report.text);
    if (report.type !== 'state' || this.#pendingMs !== undefined) return;
    const { offsetMs, durationMs, playing } = report;
    const { isRead, isPlaying, error } = this.#state;
    // Events that could not be read end a recording, too, until they are read again.
    const isAtEnd = !playing && (isRead ? offsetMs >= durationMs : error !== undefined);
    const isWaiting = isPlaying && !playing && !isRead && !isAtEnd;
    const hasEnded = this.#state.hasEnded || (isPlaying && isAtEnd && isRead);
    this.#change({ offsetMs, isPlaying: isPlaying && !isAtEnd, isWaiting, hasEnded });
    this.#reader.wake();
  }

  readonly toggle = (): void => {
    if (this.#state.isPlaying) {
      this.#change({ isPlaying: false });
      this.#send?.({ type: 'pause' });
      return;
    }
    const { beginMs, endMs } = this.options;
    const { offsetMs } = this.#state;
    this.#change({ isPlaying: true });
    this.seek(offsetMs >= endMs ? beginMs : offsetMs);
  };

  readonly seek = (target: number): void => {
    const { beginMs, endMs } = this.options;
    const offsetMs = Math.max(beginMs, Math.min(endMs, Math.round(target)));
    const { fromMs, toMs, isRead, error } = this.#state;
    this.#change({ offsetMs, hasEnded: false });
    if (!this.#send) return;
    const isNear = offsetMs <= toMs || isRead || (offsetMs <= toMs + AHEAD_MS && !error);
    if (offsetMs < fromMs || !isNear) return this.#load(offsetMs);
    this.#pendingMs = offsetMs;
    this.#goIfRead();
    this.#reader.wake();
  };

  setSpeed(speed: number): void {
    this.#change({ speed });
    // A document that waits for events goes on with them only if it was told to play.
    this.#send?.({ type: this.#state.isPlaying && this.#pendingMs === undefined ? 'play' : 'seek', speed });
  }

  setSkips(skips: boolean): void {
    this.#change({ skips });
    this.#send?.({ type: 'skipInactive', on: skips });
  }

  /** Goes on after events that could not be read. */
  readonly retry = (): void => this.#load(this.#state.offsetMs);

  #fail(error: Error): void {
    const isStopped = this.#pendingMs !== undefined;
    this.#change({ error, isWaiting: false, ...(isStopped && { isPlaying: false }) });
  }

  #load(offsetMs: number): void {
    this.#pendingMs = offsetMs;
    this.#change({ error: undefined, isRead: false, isWaiting: true, fromMs: offsetMs, toMs: 0 });
    this.#reader.start(offsetMs);
  }

  #take(
    { events, unreadable_chunks: unreadable }: ReplaySnapshots,
    { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
  ): void {
    const { windowId, startMs, endMs } = this.options;
    const own = events.filter(({ window_id: id }) => id === windowId || id === '');
    const recorded = own.flatMap(({ event }) => (event ? [event as unknown as RecordedEvent] : []));
    if (isFirst) {
      const first = own.find(({ window_id: id }) => id === windowId)?.offset_ms ?? Infinity;
      this.#change({ fromMs: Math.min(first, this.#state.fromMs) });
      this.#send?.({ type: 'load', events: recorded, startMs });
      this.#send?.({ type: 'skipInactive', on: this.#state.skips });
    } else if (recorded.length > 0) this.#send?.({ type: 'append', events: recorded });
    const last = events.findLast(({ window_id: id }) => id !== '')?.offset_ms ?? 0;
    const toMs = Math.max(this.#state.toMs, isLast ? endMs : last);
    // Other windows may go on after this one.
    this.#change({ toMs, isRead: isLast || toMs >= endMs });
    if (unreadable > 0) this.#note('A part of the events cannot be read any more.');
    this.options.onEvents(events);
    this.#goIfRead();
  }

  #goIfRead(): void {
    const { isRead, toMs, isPlaying, speed } = this.#state;
    const offsetMs = this.#pendingMs;
    if (offsetMs === undefined) return;
    const isThere = isRead || toMs >= offsetMs;
    this.#change({ isWaiting: !isThere });
    if (!isThere) return;
    this.#pendingMs = undefined;
    this.#send?.({ type: isPlaying ? 'play' : 'pause', offsetMs, speed });
  }

  #note(text: string): void {
    if (!this.#state.notes.includes(text)) this.#change({ notes: [...this.#state.notes, text] });
  }

  #change(change: Partial<PlaybackState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
