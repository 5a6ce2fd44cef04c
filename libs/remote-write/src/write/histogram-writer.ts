import { closeMessage, type BackWriter } from '@svc/otlp/wire';
import type { SparseBuckets } from '../request/buckets.js';
import type { Histogram } from '../request/histogram.js';

const HALF = 0x1_0000_0000;
/** Tags of fields of histograms. */
const COUNT = 0x21;
const SUM = 0x29;
/**
 * Maximum distance between the outermost buckets of one side. A native histogram is sparse and may have a bucket here and one a million
 * buckets away; OTLP lists all between them, so a wider one gets a coarser scale. Senders limit histograms to a few hundred buckets.
 */
export const MAX_BUCKETS = 2048;

/** Writes what is particular to a `HistogramDataPoint`: its totals, buckets and bounds. */
export function writeExplicit(out: BackWriter, histogram: Histogram): void {
  const { bounds, positive, count, sum } = histogram;
  for (let i = bounds.length - 1; i >= 0; i--) out.double(bounds[i]);
  closePacked(out, 7, bounds.length * 8);
  let at = positive.indexes.length - 1;
  for (let bucket = bounds.length; bucket >= 0; bucket--) {
    const isFilled = at >= 0 && positive.indexes[at] === bucket;
    writeFixed64(out, isFilled ? positive.filled[at--] : 0);
  }
  closePacked(out, 6, (bounds.length + 1) * 8);
  writeTotals(out, count, sum);
}

/** Writes what is particular to an `ExponentialHistogramDataPoint`: its totals, scale and buckets. */
export function writeExponential(out: BackWriter, histogram: Histogram): void {
  const { positive, negative, schema, zeroCount, zeroThreshold } = histogram;
  const shift = Math.max(coarsening(positive), coarsening(negative));
  out.double(zeroThreshold);
  out.varint((14 << 3) | 1);
  writeSide(out, 9, negative, shift);
  writeSide(out, 8, positive, shift);
  writeFixed64(out, zeroCount);
  out.varint((7 << 3) | 1);
  writeSigned(out, schema - shift);
  out.varint(6 << 3);
  writeTotals(out, histogram.count, histogram.sum);
}

/** The number of times that pairs of neighbouring buckets must be joined until a side is narrow enough. */
function coarsening({ indexes }: SparseBuckets): number {
  if (indexes.length === 0) return 0;
  const [first, last] = [indexes[0] - 1, indexes[indexes.length - 1] - 1];
  let shift = 0;
  while ((last >> shift) - (first >> shift) >= MAX_BUCKETS) shift++;
  return shift;
}

/** A bucket of Prometheus is numbered by its upper bound and one of OTLP by its lower bound, so the numbers differ by one. */
function writeSide(out: BackWriter, field: number, { indexes, filled }: SparseBuckets, shift: number): void {
  if (indexes.length === 0) return;
  const before = out.length;
  const first = (indexes[0] - 1) >> shift;
  let at = indexes.length - 1;
  for (let bucket = (indexes[at] - 1) >> shift; bucket >= first; bucket--) {
    let count = 0;
    while (at >= 0 && (indexes[at] - 1) >> shift === bucket) count += filled[at--];
    out.varint64(count % HALF, Math.floor(count / HALF));
  }
  closeMessage(out, 2, before);
  writeSigned(out, first);
  out.varint(1 << 3);
  closeMessage(out, field, before);
}

function writeTotals(out: BackWriter, count: number, sum: number): void {
  out.double(sum);
  out.varint(SUM);
  writeFixed64(out, count);
  out.varint(COUNT);
}

function closePacked(out: BackWriter, field: number, size: number): void {
  if (size === 0) return;
  out.varint(size);
  out.varint((field << 3) | 2);
}

function writeFixed64(out: BackWriter, value: number): void {
  out.fixed64(value % HALF, Math.floor(value / HALF));
}

/** Protobuf's sint32. */
function writeSigned(out: BackWriter, value: number): void {
  out.varint(((value << 1) ^ (value >> 31)) >>> 0);
}
