import { closeMessage, type BackWriter } from '@svc/otlp/wire';
import type { Labels } from '../request/labels.js';
import type { Nanoseconds } from '../request/time.js';

/** Tags of fields that points of all kinds share. */
const START = 0x11;
const TIME = 0x19;

/** Writes the times of a point; the start is left out if it is unknown. */
export function writeTimes(out: BackWriter, time: Nanoseconds, start: Nanoseconds): void {
  out.fixed64(time.low, time.high);
  out.varint(TIME);
  if (!start.isSet) return;
  out.fixed64(start.low, start.high);
  out.varint(START);
}

/** Writes the labels that are attributes of a point. */
export function writeAttributes(out: BackWriter, field: number, bytes: Buffer, labels: Labels): void {
  const { names, values } = labels;
  for (let i = names.count - 1; i >= 0; i--) {
    if (!labels.isAttribute(i)) continue;
    const before = out.length;
    writeValue(out, bytes, values.start(i), values.end(i));
    writeRange(out, 1, bytes, names.start(i), names.end(i));
    closeMessage(out, field, before);
  }
}

/** Writes a string field with text of the request. */
export function writeRange(out: BackWriter, field: number, bytes: Buffer, start: number, end: number): void {
  out.range(bytes, start, end);
  out.varint((field << 3) | 2);
}

/** Writes the value of a `KeyValue`: a string of the request. */
export function writeValue(out: BackWriter, bytes: Buffer, start: number, end: number): void {
  const before = out.length;
  writeRange(out, 1, bytes, start, end);
  closeMessage(out, 2, before);
}
