import { byTimestamp, nanoTimestamp, oneOf, sql, uint32, type Scope, type Sql } from '@svc/reading/statement';
import { fromMilliseconds, NANOSECONDS_PER_MINUTE, type TimeRange } from '@svc/reading/time';
import { toRange, type FactReader } from '../reading/fact-reader.js';
import { selectSpanTotal } from './span-totals.query.js';

/** The most spans of either side that are compared. */
const MAX_SPANS = 20_000;
/** The most spans of either side whose trace IDs are looked at: more of them are not even read. */
const MAX_SCANNED = 1_500_000;

/** Whole traces of both sides, chosen by the hash of their IDs, so that each run compares the same ones. */
export interface TraceSample {
  readonly scope: Scope;
  readonly environments: readonly string[];
  readonly normal: SampledSide;
  readonly abnormal: SampledSide;
  /** The start of the abnormal side. */
  readonly split: bigint;
  /** Whether a side has no spans, so that there is nothing to compare. */
  readonly isEmpty: boolean;
}

export interface SampledSide {
  readonly range: TimeRange;
  /** One of so many traces is in the sample. */
  readonly modulo: number;
  /** Stored spans of the range. */
  readonly spans: number;
}

/**
 * The traces of the normal and the abnormal window of which each side has at most 20,000 spans.
 *
 * @param keep the part of the abnormal window that is read if it has very many spans: that next to an onset at its start, or at its end.
 */
export async function sampleTraces(reader: FactReader, keep: 'start' | 'end' = 'start'): Promise<TraceSample> {
  const { abnormal, normal } = reader.parameters;
  const last = normal.at(-1) ?? { start: abnormal.start, end: abnormal.start };
  const sides = await Promise.all([sample(reader, toRange(last), 'end'), sample(reader, toRange(abnormal), keep)]);
  const [normalSide, abnormalSide] = sides;
  const { scope, environments } = reader;
  const isEmpty = normalSide.spans === 0 || abnormalSide.spans === 0;
  return {
    scope,
    environments,
    normal: normalSide,
    abnormal: abnormalSide,
    split: fromMilliseconds(abnormal.start),
    isEmpty,
  };
}

/** Very many spans are read of a part of the window only: the part that is next to the onset. */
async function sample(reader: FactReader, range: TimeRange, keep: 'start' | 'end'): Promise<SampledSide> {
  if (range.to <= range.from) return { range, modulo: 1, spans: 0 };
  const minutes = {
    from: (range.from / NANOSECONDS_PER_MINUTE) * NANOSECONDS_PER_MINUTE,
    to: (range.to / NANOSECONDS_PER_MINUTE + 1n) * NANOSECONDS_PER_MINUTE,
  };
  const [row] = await reader.rows(selectSpanTotal(reader.scope, minutes));
  const spans = Number(row?.span_total ?? 0);
  const part = Math.min(1, MAX_SCANNED / Math.max(spans, 1));
  const length = BigInt(Math.ceil(Number(range.to - range.from) * part));
  const read =
    keep === 'start' ? { from: range.from, to: range.from + length } : { from: range.to - length, to: range.to };
  return { range: read, modulo: Math.max(1, Math.ceil((spans * part) / MAX_SPANS)), spans };
}

/** The condition for rows of the sample, of a table with a timestamp and a trace ID. */
export function inSample({ normal, abnormal, environments }: TraceSample): Sql[] {
  const side = ({ range, modulo }: SampledSide): Sql =>
    sql`(${byTimestamp(range)} AND cityHash64(trace_id) % ${uint32(modulo)} = 0)`;
  const environment = oneOf(sql`environment`, environments);
  return [sql`(${side(normal)} OR ${side(abnormal)})`, ...(environment ? [environment] : [])];
}

export function sampleRange({ normal, abnormal }: TraceSample): TimeRange {
  return {
    from: normal.range.from < abnormal.range.from ? normal.range.from : abnormal.range.from,
    to: abnormal.range.to,
  };
}

export function isAbnormal({ split }: TraceSample): Sql {
  return sql`timestamp >= ${nanoTimestamp(split)}`;
}
