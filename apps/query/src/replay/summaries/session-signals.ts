import { Inject, Injectable } from '@nestjs/common';
import type { ObjectStore } from '@svc/objects';
import { openBlock } from '@svc/recordings';
import { isNumbered, type BlockContent, type RageSettings, type Signal, type WantedAsset } from '@svc/replay';
import { OBJECT_STORE } from '@svc/runtime';
import type { BlockPlace, BlockPlaces } from '../reads/block-places.js';
import { inGroups } from '../reads/in-groups.js';
import { nextSeq, type Chunk, type SessionShape, type WindowShape } from '../reads/session-shape.js';
import { RecordingThread } from '../thread/recording-thread.js';
import type { WindowBlocks } from '../thread/window-signals.js';
import type { PlacedSignal } from './signal-events.js';

/** Bytes of the blocks of a recording that are read for its signals, as they are stored; what follows counts as missing. */
const MAX_STORED_BYTES = 64 * 1024 * 1024;
/** A signal depends on what happens in its window during this time after its last click at most, in milliseconds. */
const SETTLED_MS = 10_000;

/** A recording of which signals are looked for. */
export interface SignalSource {
  readonly key: string;
  readonly shape: SessionShape;
  readonly places: BlockPlaces;
  /** When errors were reported for the session, in milliseconds since 1970. */
  readonly errors: readonly number[];
  /** Whether no chunk can arrive any more. */
  readonly hasEnded: boolean;
  /** The thresholds of rage clicks that the project has set. */
  readonly rage: RageSettings;
}

/** What a recording says as a whole. */
export interface SessionFindings {
  /** In the order of time. */
  readonly signals: readonly PlacedSignal[];
  /** What a player needs of the site, in the order of its first use. */
  readonly assets: readonly WantedAsset[];
}

/** Finds the rage, dead and error clicks of recordings, and what they need of their sites. */
@Injectable()
export class SessionSignals {
  constructor(
    @Inject(OBJECT_STORE) private readonly objects: ObjectStore,
    private readonly thread: RecordingThread,
  ) {}

  /** @throws ServiceError unavailable. */
  async find(
    { key, shape, places, errors, hasEnded, rage }: SignalSource,
    signal: AbortSignal,
  ): Promise<SessionFindings> {
    let bytes = 0;
    const isWithin = ({ row }: Chunk): boolean => (bytes += row.stored_bytes) <= MAX_STORED_BYTES;
    const windows: WindowBlocks[] = [];
    for (const window of shape.windows) {
      const chunks = window.chunks.filter(isWithin);
      const stored = chunks.map((chunk) => ({ chunk, place: places.of(chunk.row) }));
      windows.push(toBlocks(window, stored, await this.#read(stored, key, signal), errors));
    }
    const found = await this.thread.read({ windows, rage }, signal);
    const placed = found.windows.flatMap(({ windowId, signals }) => {
      const window = shape.windows.find(({ id }) => id === windowId);
      const blocks = windows.find((some) => some.windowId === windowId);
      return window && blocks ? place(window, signals, hasEnded ? Infinity : knownUntil(window, blocks)) : [];
    });
    return { signals: placed.toSorted((a, b) => a.timeMs - b.timeMs), assets: found.assets };
  }

  /** The contents of the objects of chunks, each once, in the order of the chunks; undefined for those that are gone. */
  async #read(chunks: readonly StoredChunk[], key: string, signal: AbortSignal): Promise<StoredBlocks> {
    const objects = [...new Map(chunks.map(({ place }) => [place.objectKey, place])).values()];
    const read = await inGroups(objects, async ({ objectKey, bytes }) => {
      signal.throwIfAborted();
      const content = await openBlock(this.objects, key, objectKey);
      return [objectKey, content && { content, bytes }] as const;
    });
    return new Map(read);
  }
}

interface StoredChunk {
  readonly chunk: Chunk;
  readonly place: BlockPlace;
}
type StoredBlocks = ReadonlyMap<string, BlockContent | undefined>;

/** A chunk with a number follows the one before it only if nothing between them is missing. One without a number is taken to follow. */
function toBlocks(
  window: WindowShape,
  chunks: readonly StoredChunk[],
  blocks: StoredBlocks,
  errors: readonly number[],
): WindowBlocks {
  const present = chunks.filter(({ place }) => blocks.get(place.objectKey) !== undefined);
  const gaps = present.flatMap(({ chunk }, index) => {
    const next = present[index + 1]?.chunk;
    const isNext = !next || next.row.seq <= nextSeq(chunk.row) || !isNumbered(next.row.seq);
    return isNext ? [] : [Number(chunk.row.last_ms)];
  });
  return {
    windowId: window.id,
    chunks: present.map(({ chunk, place }) => ({ ...place, release: chunk.row.release })),
    objects: new Map([...blocks].flatMap(([key, block]) => (block ? [[key, block]] : []))),
    gaps,
    errors: errors.map((time) => time - window.shiftMs),
  };
}

/** Until when nothing is missing that may still arrive, on the clock of the browser. Without numbers, this is known at the end only. */
function knownUntil({ chunks, lastMs, shiftMs }: WindowShape, { gaps }: WindowBlocks): number {
  const isFromStart = chunks[0]?.row.seq === 0;
  return isFromStart ? Math.min(gaps[0] ?? Infinity, lastMs - shiftMs) : -Infinity;
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
      isSettled: signal.untilMs + SETTLED_MS < knownMs,
    };
  });
}
