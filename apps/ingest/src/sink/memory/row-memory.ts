import type { Cache } from '@svc/cache';
import type { ColumnStore } from '@svc/columnar';
import { KnownRows } from './known-rows.js';
import { SeriesLimits } from './series-limits.js';
import { StoredSeriesWatch } from './stored-series.js';
import { ThrowClaims } from './throw-claims.js';

/** The least time between two announcements. After one, the intake of errors keeps polling for longer than this. */
const ANNOUNCE_MS = 5_000;

export interface RowMemoryOptions {
  readonly columnStore: ColumnStore;
  /** Maximum new series per project, metric and day. */
  readonly metricSeriesLimit: number;
  /** Shared with other ingesting processes; absent if there are none. */
  readonly cache?: Pick<Cache, 'claim'> | undefined;
  /** Called after errors were stored, at most every five seconds. */
  readonly onErrorsStored?: () => void;
}

/** The knowledge about stored rows that the writers of all partitions share. */
export interface RowMemory {
  readonly known: KnownRows;
  readonly limits: SeriesLimits;
  readonly series: StoredSeriesWatch;
  readonly throws: ThrowClaims;
  readonly announceErrors: () => void;
}

export function createRowMemory({
  columnStore,
  metricSeriesLimit,
  cache,
  onErrorsStored,
}: RowMemoryOptions): RowMemory {
  const known = new KnownRows();
  const limits = new SeriesLimits(metricSeriesLimit);
  return {
    known,
    limits,
    series: new StoredSeriesWatch(columnStore, known, limits, metricSeriesLimit),
    throws: new ThrowClaims(columnStore, cache),
    announceErrors: onErrorsStored ? atMostEvery(ANNOUNCE_MS, onErrorsStored) : () => undefined,
  };
}

/** A call that follows another one earlier than this is left out. */
function atMostEvery(ms: number, call: () => void): () => void {
  let lastMs = -Infinity;
  return () => {
    const now = performance.now();
    if (now - lastMs < ms) return;
    lastMs = now;
    call();
  };
}
