import { NANOSECONDS_PER_HOUR } from '@svc/reading/time';

/** The lengths of the periods whose figures are stored: an hour and a day, in UTC. */
export const SPANS_HOURS = [1, 24] as const;
export type SpanHours = (typeof SPANS_HOURS)[number];

/** Nanoseconds. */
export const periodLength = (spanHours: number): bigint => BigInt(spanHours) * NANOSECONDS_PER_HOUR;
