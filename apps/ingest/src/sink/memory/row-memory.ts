import type { Cache } from '@svc/cache';
import type { ColumnStore } from '@svc/columnar';
import type { StoredChannel } from '@svc/otlp';
import { KnownRows } from './known-rows.js';
import { SeriesLimits } from './series-limits.js';
import { StoredSeriesWatch } from './stored-series.js';
import { ThrowClaims } from './throw-claims.js';

/** The least time between two announcements on a channel. After one, the loops that listen keep polling for longer than this. */
const ANNOUNCE_MS = 5_000;

export type Announce = (channel: StoredChannel) => void;

export interface RowMemoryOptions {
  readonly columnStore: ColumnStore;
  /** Maximum new series per project, metric and day. */
  readonly metricSeriesLimit: number;
  /** Shared with other ingesting processes; absent if there are none. */
  readonly cache?: Pick<Cache, 'claim'> | undefined;
  /** Called after records that are announced on a channel were stored, at most every five seconds for each channel. */
  readonly announce?: Announce;
}

/** The knowledge about stored rows that the writers of all partitions share. */
export interface RowMemory {
  readonly known: KnownRows;
  readonly limits: SeriesLimits;
  readonly series: StoredSeriesWatch;
  readonly throws: ThrowClaims;
  readonly announce: Announce;
}

export function createRowMemory({ columnStore, metricSeriesLimit, cache, announce }: RowMemoryOptions): RowMemory {
  const known = new KnownRows();
  const limits = new SeriesLimits(metricSeriesLimit);
  return {
    known,
    limits,
    series: new StoredSeriesWatch(columnStore, known, limits, metricSeriesLimit),
    throws: new ThrowClaims(columnStore, cache),
    announce: announce ? atMostEvery(ANNOUNCE_MS, announce) : () => undefined,
  };
}

/** An announcement that follows another one on its channel earlier than this is left out. */
function atMostEvery(ms: number, announce: Announce): Announce {
  const lastMs = new Map<StoredChannel, number>();
  return (channel) => {
    const now = performance.now();
    if (now - (lastMs.get(channel) ?? -Infinity) < ms) return;
    lastMs.set(channel, now);
    announce(channel);
  };
}
