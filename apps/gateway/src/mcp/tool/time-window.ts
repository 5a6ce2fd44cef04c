import { parseInstant } from '@svc/contract';
import { invalidField } from '@svc/service-error';
import type { Window } from '../result/tool-answer.js';

const UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
/** A duration such as 90s, 30m, 6h, 7d or 2w. */
export const DURATION = /^([1-9][0-9]{0,4})([smhdw])$/;

/** The times of the arguments of a tool. */
export interface TimeArguments {
  readonly since?: string | undefined;
  readonly start_time?: string | undefined;
  readonly end_time?: string | undefined;
}

/**
 * The window that arguments describe. Explicit times win over the default, and a duration counts back from the end.
 *
 * @param defaultSince the duration without a beginning.
 * @throws ServiceError invalid_request if the arguments contradict each other, so that no window is read that nobody meant.
 */
export function readWindow(
  { since, start_time: start, end_time: end }: TimeArguments,
  defaultSince: string,
  nowMs: number,
): Window {
  if (since !== undefined && start !== undefined)
    throw invalidField('since', 'cannot be combined with start_time, which begins the window as well');
  const endTime = end ?? new Date(nowMs).toISOString();
  if (start !== undefined) return checkOrder({ start_time: start, end_time: endTime });
  const lengthMs = durationMs(since ?? defaultSince);
  const startMs = millisecondsOf('end_time', endTime) - lengthMs;
  return { start_time: new Date(Math.max(0, startMs)).toISOString(), end_time: endTime };
}

/** Whether a Unix time in milliseconds is in a window; its end is not. */
export function isWithin(milliseconds: number, { start_time: start, end_time: end }: Window): boolean {
  return milliseconds >= Date.parse(start) && milliseconds < Date.parse(end);
}

function checkOrder(window: Window): Window {
  if (millisecondsOf('start_time', window.start_time) >= millisecondsOf('end_time', window.end_time))
    throw invalidField('start_time', 'must be before end_time, which is now by default');
  return window;
}

function durationMs(text: string): number {
  const [, count, unit] = DURATION.exec(text) ?? [];
  if (count === undefined) throw invalidField('since', 'must be a duration such as 30m, 6h or 7d');
  return Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS];
}

function millisecondsOf(name: string, text: string): number {
  const instant = parseInstant(text);
  if (!instant) throw invalidField(name, 'must be an RFC 3339 time with a zone, such as 2026-01-31T09:30:00Z');
  return Number(instant.seconds) * 1_000 + instant.nanos / 1e6;
}
