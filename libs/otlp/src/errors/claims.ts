import { simpleType } from '@svc/stacks';
import { Hasher } from '../hash.js';
import { ByteBuffer } from '../native/byte-buffer.js';
import type { ErrorClaims, KnownError } from './error-row.js';

export interface Place {
  readonly projectNumber: number;
  /** Hexadecimal digits, or '' if unknown. */
  readonly traceId: string;
  readonly spanId: string;
  /** '' for a root, or if it is not known to which span the error is reported. */
  readonly parentSpanId: string;
  /** ID of the captured event, which its sender may repeat; '' for telemetry. */
  readonly messageId: string;
}

/**
 * A throw is recognized by its trace and span with the type and the message: reporters of one throw agree in these, and three attempts in
 * three spans are three throws. The path of the type is left out, because reporters give more or less of it.
 */
export function claimsFor({ type, message }: KnownError, place: Place): ErrorClaims {
  const { projectNumber, traceId, spanId, parentSpanId, messageId } = place;
  const digest = (...parts: readonly string[]): string =>
    hashText(JSON.stringify([projectNumber, simpleType(type), message, ...parts]));
  const own = messageId === '' ? [] : [digest('event', messageId)];
  if (traceId === '') return { own, further: [] };
  // The ID of the span is combined with one hash for all spans of the trace.
  const inTrace = BigInt(`0x${digest('trace', traceId)}`);
  const claim = (span: string): string => (inTrace ^ BigInt(`0x${span}`)).toString(16).padStart(16, '0');
  if (spanId !== '') own.push(claim(spanId));
  return { own, further: parentSpanId === '' ? [] : [claim(parentSpanId)] };
}

const SEED = 0x510e_527f;
const hasher = new Hasher();
const scratch = new ByteBuffer(4096);

/** 16 hexadecimal digits. A project that looks for collisions finds them, and loses errors of its own. */
function hashText(text: string): string {
  scratch.clear();
  scratch.reserve(text.length * 3);
  const length = scratch.bytes.write(text, 0, 'utf8');
  hasher.start(SEED).range(scratch.bytes, scratch.view, 0, length).finish();
  return hex32(hasher.high) + hex32(hasher.low);
}

function hex32(value: number): string {
  return value.toString(16).padStart(8, '0');
}
