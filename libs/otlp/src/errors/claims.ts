import { simpleType } from '@svc/stacks';
import { Hasher } from '../hash.js';
import { ByteBuffer } from '../native/byte-buffer.js';
import type { ErrorClaims, KnownError } from './error-row.js';

export interface Place {
  readonly projectNumber: number;
  readonly serviceName: string;
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
 * three spans are three throws. The path of the type and quotes around the message are left out, because not all reporters give them: the
 * text of Python's `KeyError('total')` is `'total'` in some and `total` in others.
 */
export function claimsFor({ type, message }: KnownError, place: Place): ErrorClaims {
  const { projectNumber, serviceName, traceId, spanId, parentSpanId, messageId } = place;
  const bare = withoutQuotes(message);
  const digest = (...parts: readonly string[]): string =>
    hashText(JSON.stringify([projectNumber, simpleType(type), bare, ...parts]));
  const own = messageId === '' ? [] : [digest('event', messageId)];
  if (traceId === '') return { own, further: [], trace: '' };
  // The ID of the span is combined with one hash for all spans of the trace.
  const inTrace = BigInt(`0x${digest('trace', traceId)}`);
  const claim = (span: string): string => (inTrace ^ BigInt(`0x${span}`)).toString(16).padStart(16, '0');
  if (spanId !== '') own.push(claim(spanId));
  const further = parentSpanId === '' ? [] : [claim(parentSpanId)];
  return { own, further, trace: digest('service', traceId, serviceName) };
}

const QUOTES: ReadonlyMap<string, string> = new Map(
  [`''`, `""`, '``', '‘’', '“”', '«»'].map(([open = '', close = '']) => [open, close]),
);

function withoutQuotes(message: string): string {
  const text = message.trim();
  const close = QUOTES.get(text.charAt(0));
  return text.length > 1 && close !== undefined && text.endsWith(close) ? text.slice(1, -1).trim() : text;
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
