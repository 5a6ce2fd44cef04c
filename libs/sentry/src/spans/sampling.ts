import type { JsonObject } from '@svc/otlp/wire';
import { toFields, toText } from '../fields/read-fields.js';

/** Thresholds of OpenTelemetry's consistent probability sampling are of 56 bits, in 14 hexadecimal digits. */
const ALL = 2 ** 56;
const DIGITS = 14;

/**
 * The trace state that says what share of traces the SDK has sent, by the sampling context in the header of an envelope, so that figures
 * of spans count the others too. Null if all were sent, or if it is not known.
 */
export function toTraceState(header: JsonObject): string | null {
  const rate = Number(toText(toFields(header['trace'])['sample_rate']) ?? NaN);
  if (!(rate > 0 && rate < 1)) return null;
  const threshold = Math.round((1 - rate) * ALL);
  if (threshold <= 0 || threshold >= ALL) return null;
  return `ot=th:${BigInt(threshold).toString(16).padStart(DIGITS, '0').replace(/0+$/, '')}`;
}
