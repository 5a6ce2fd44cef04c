import type { SpanAttributes } from './attributes.js';
import type { StoredSpan } from './stored-span.js';

/** Attributes in seconds and in milliseconds. */
const SECONDS = [
  'gen_ai.response.time_to_first_chunk',
  'gen_ai.client.operation.time_to_first_chunk',
  'gen_ai.server.time_to_first_token',
  'gen_ai.response.time_to_first_token',
];
const MILLISECONDS = ['ai.response.msToFirstChunk', 'ai.stream.msToFirstChunk'];
/** Events that mark the first token; `ai.stream.firstChunk` states the time besides. */
const EVENTS = new Set(['First Token Stream Event', 'ai.stream.firstChunk', 'gen_ai.content.first_token']);
const COMPLETION_START = 'langfuse.observation.completion_start_time';

/** Milliseconds from the start of a call until its first token, in thousandths; undefined if the span does not say. */
export function readTimeToFirstToken(span: StoredSpan, attributes: SpanAttributes): number | undefined {
  return (
    firstNumber(attributes, SECONDS, 1000) ??
    firstNumber(attributes, MILLISECONDS, 1) ??
    fromEvent(span) ??
    fromTime(span, attributes.text(COMPLETION_START))
  );
}

function firstNumber(attributes: SpanAttributes, names: readonly string[], factor: number): number | undefined {
  for (const name of names) {
    const text = attributes.text(name).trim();
    const value = text === '' ? undefined : toDuration(Number(text) * factor);
    if (value !== undefined) return value;
  }
  return undefined;
}

function fromEvent({ events, startNs }: StoredSpan): number | undefined {
  const first = events.find(({ name }) => EVENTS.has(name));
  return first && toDuration(Number(first.timeNs - startNs) / 1e6);
}

/** Langfuse writes the time as ISO 8601, in the quotes of JSON. */
function fromTime({ startNs }: StoredSpan, text: string): number | undefined {
  if (text === '') return undefined;
  const time = Date.parse(text.replace(/^"(.*)"$/, '$1'));
  return Number.isNaN(time) ? undefined : toDuration(time - Number(startNs / 1000n) / 1000);
}

/** The longest that counts, a day: more is an error of a clock. */
const MAX_MS = 86_400_000;

function toDuration(ms: number): number | undefined {
  return ms >= 0 && ms <= MAX_MS ? Math.round(ms * 1000) / 1000 : undefined;
}
