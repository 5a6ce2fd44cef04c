import fc from 'fast-check';
import type { SpanOutline, Trace } from '../../../../gen/api.js';

export const START = '2026-11-01T08:30:00.123456789Z';

export function toTrace(spans: readonly SpanOutline[]): Pick<Trace, 'start_time' | 'outline'> {
  return { start_time: START, outline: { spans } };
}

export function span(id: string, parent: string | undefined, start: number, duration: number, name = id): SpanOutline {
  return { id, ...(parent !== undefined && { parent }), name, service: 'shop', start_ns: start, duration_ns: duration };
}

/** Spans with parents among themselves, above all: roots, trees, missing parents, cycles, repeated IDs and times out of order. */
export const anySpans = fc.array(
  fc.record({
    id: fc.integer({ min: 0, max: 25 }).map(String),
    parent: fc.option(fc.integer({ min: 0, max: 30 }).map(String), { nil: undefined }),
    name: fc.constantFrom('GET /', 'SELECT', 'charge', 'Ärger'),
    service: fc.constantFrom('web', 'cart', 'db'),
    start_ns: fc.nat(50),
    duration_ns: fc.nat(30),
    status: fc.constantFrom('ok', 'error', undefined),
  }),
  { maxLength: 25 },
) as fc.Arbitrary<readonly SpanOutline[]>;

/** Each span is the child of the one before. */
export function chain(length: number): readonly SpanOutline[] {
  return Array.from({ length }, (_, index) =>
    span(String(index), index === 0 ? undefined : String(index - 1), index, 2 * (length - index)),
  );
}

/** A tree in which each span has up to `width` children; every thirteenth span has an error. */
export function bushy(length: number, width: number): readonly SpanOutline[] {
  return Array.from({ length }, (_, index) => ({
    ...span(
      index.toString(16).padStart(16, '0'),
      index === 0
        ? undefined
        : Math.floor((index - 1) / width)
            .toString(16)
            .padStart(16, '0'),
      index * 1_000,
      (length - index) * 900,
      `operation ${index % 97}`,
    ),
    service: `service-${index % 11}`,
    ...(index % 13 === 0 && { status: 'error' }),
  }));
}
