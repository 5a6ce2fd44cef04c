import type { Span, SpanEvent } from '../../../gen/api.js';
import { parseNanos } from '../model/nanos.js';

/** The duration in nanoseconds: exact if the span has both times, else from its milliseconds. */
export function toDuration({
  start_time,
  end_time,
  duration_ms,
}: Pick<Span, 'start_time' | 'end_time' | 'duration_ms'>): number {
  const [start, end] = [parseNanos(start_time), parseNanos(end_time)];
  return start === undefined || end === undefined ? duration_ms * 1e6 : Number(end - start);
}

/** The nanoseconds from the start of the span to an event; negative if the event is earlier. */
export function toEventOffset({ start_time }: Pick<Span, 'start_time'>, { timestamp }: SpanEvent): number | undefined {
  const [start, at] = [parseNanos(start_time), parseNanos(timestamp)];
  return start === undefined || at === undefined ? undefined : Number(at - start);
}
