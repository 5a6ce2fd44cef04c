import { Inject, Injectable } from '@nestjs/common';
import type { ObjectStore } from '@svc/objects';
import { openBlock } from '@svc/recordings';
import { RAGE_DEFAULTS, type Signal } from '@svc/replay';
import { OBJECT_STORE } from '@svc/runtime';
import type { Chunk, SessionShape, WindowShape } from '../reads/session-shape.js';
import type { PlacedSignal } from './signal-events.js';
import { SignalsThread } from './thread/signals-thread.js';
import type { WindowBlocks } from './thread/window-signals.js';

/** Bytes of the blocks of a recording that are read for its signals, as they are stored; what follows counts as missing. */
const MAX_STORED_BYTES = 64 * 1024 * 1024;
/** Blocks that are read at the same time. */
const PARALLEL = 8;
/** Signals of a recording. A page that makes more of them by itself is not used by a person. */
const MAX_SIGNALS = 1_000;
/** A signal depends on what happens in its window during this time after it at most, in milliseconds. */
const SETTLED_MS = 10_000;

/** A recording of which signals are looked for. */
export interface SignalSource {
  readonly key: string;
  readonly shape: SessionShape;
  /** When errors were reported for the session, in milliseconds since 1970. */
  readonly errors: readonly number[];
  /** Whether no chunk can arrive any more. */
  readonly hasEnded: boolean;
}

/** Finds the rage, dead and error clicks of recordings. */
@Injectable()
export class SessionSignals {
  constructor(
    @Inject(OBJECT_STORE) private readonly objects: ObjectStore,
    private readonly thread: SignalsThread,
  ) {}

  /** The signals in the order of time. @throws ServiceError unavailable. */
  async find({ key, shape, errors, hasEnded }: SignalSource, signal: AbortSignal): Promise<PlacedSignal[]> {
    let bytes = 0;
    const isWithin = ({ row }: Chunk): boolean => (bytes += row.stored_bytes) <= MAX_STORED_BYTES;
    const windows: WindowBlocks[] = [];
    for (const window of shape.windows) {
      const chunks = window.chunks.filter(isWithin);
      const blocks = await this.#read(chunks, key, signal);
      windows.push(toBlocks(window, chunks, blocks, errors));
    }
    const found = await this.thread.find({ windows, rage: RAGE_DEFAULTS }, signal);
    const placed = found.flatMap(({ windowId, signals }) => {
      const window = shape.windows.find(({ id }) => id === windowId);
      const gap = windows.find((blocks) => blocks.windowId === windowId)?.gaps[0] ?? Infinity;
      return window ? place(window, signals, hasEnded ? Infinity : Math.min(gap, window.lastMs - window.shiftMs)) : [];
    });
    return placed.toSorted((a, b) => a.timeMs - b.timeMs).slice(0, MAX_SIGNALS);
  }

  /** Undefined for a block whose object is gone. */
  async #read(chunks: readonly Chunk[], key: string, signal: AbortSignal): Promise<(Buffer | undefined)[]> {
    const blocks: (Buffer | undefined)[] = [];
    for (let at = 0; at < chunks.length; at += PARALLEL) {
      signal.throwIfAborted();
      const some = chunks.slice(at, at + PARALLEL);
      blocks.push(...(await Promise.all(some.map(({ row }) => openBlock(this.objects, key, row.object_key)))));
    }
    return blocks;
  }
}

/** A chunk follows the one before it only if nothing between them is missing. */
function toBlocks(
  window: WindowShape,
  chunks: readonly Chunk[],
  blocks: readonly (Buffer | undefined)[],
  errors: readonly number[],
): WindowBlocks {
  const present = chunks.flatMap((chunk, index) => {
    const content = blocks[index];
    return content ? [{ chunk, content }] : [];
  });
  const gaps = present.flatMap(({ chunk }, index) => {
    const next = present[index + 1]?.chunk;
    return next?.row.seq === chunk.row.seq + 1 || !next ? [] : [Number(chunk.row.last_ms)];
  });
  return {
    windowId: window.id,
    blocks: present.map(({ chunk, content }) => ({ content, bytes: chunk.row.bytes })),
    gaps,
    errors: errors.map((time) => time - window.shiftMs),
  };
}

/** @param knownMs until when nothing is missing that may still arrive, on the clock of the browser. */
function place({ id, chunks, shiftMs }: WindowShape, signals: readonly Signal[], knownMs: number): PlacedSignal[] {
  let at = 0;
  return signals.map((signal) => {
    const timeMs = signal.atMs + shiftMs;
    while ((chunks[at + 1]?.firstMs ?? Infinity) <= timeMs) at++;
    const { distinct_id: distinctId = '', release = '', environment = '' } = chunks[at]?.row ?? {};
    return {
      ...signal,
      windowId: id,
      timeMs,
      distinctId,
      release,
      environment,
      isSettled: signal.atMs + SETTLED_MS < knownMs,
    };
  });
}
