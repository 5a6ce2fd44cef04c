import type { Chart, JsonObject, Status, View } from '../query/typed-query.js';

/** A question with the answer that a careful colleague would give. */
export interface QuestionCase {
  readonly question: string;
  /** IANA time zone of the caller. */
  readonly zone: string;
  readonly status: Status;
  /** The exact query of an answered question. */
  readonly query?: { readonly operation: string; readonly parameters: JsonObject; readonly view: View };
}

/** The moment at which every question of the sets is asked: a Wednesday. */
export const ASKED_AT = Date.parse('2026-11-25T15:30:00Z');

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * An answerable question.
 *
 * @param window `-6h` before the moment of asking, or `FROM/TO` as `11-24T00:00` in UTC or `now`; empty for none
 * @param view chart, then measure, order and limit where the view has them: `bar error_rate desc 1`
 */
export function answered(
  question: string,
  operation: string,
  window: string,
  parameters: JsonObject,
  view: string,
  zone = 'UTC',
): QuestionCase {
  const bounds = window === '' ? undefined : readWindow(window);
  const timed = bounds ? { ...parameters, ...placeBounds(operation, bounds) } : parameters;
  return { question, zone, status: 'answered', query: { operation, parameters: timed, view: readView(view) } };
}

/** A question with several plausible readings, none of which may run. */
export const ambiguous = (question: string, zone = 'UTC'): QuestionCase => ({ question, zone, status: 'ambiguous' });

/** A question that must not be answered. */
export const refused = (question: string, zone = 'UTC'): QuestionCase => ({ question, zone, status: 'refused' });

function readWindow(window: string): readonly [from: string, to: string] {
  const back = /^-(\d+)([mhd])$/.exec(window);
  if (back) return [toText(ASKED_AT - Number(back[1]) * (UNITS[back[2] ?? ''] ?? 0)), toText(ASKED_AT)];
  const [from = '', to = ''] = window.split('/');
  return [readInstant(from), readInstant(to)];
}

const readInstant = (text: string): string => toText(text === 'now' ? ASKED_AT : Date.parse(`2026-${text}:00Z`));

const toText = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');

function placeBounds(operation: string, [start, end]: readonly [string, string]): JsonObject {
  if (operation === 'events.triggerers') return { since: start, until: end };
  if (operation.startsWith('events.')) return { time_range: { start, end } };
  return { start_time: start, end_time: end };
}

function readView(text: string): View {
  const [chart, measure, order, limit] = text.split(' ');
  return {
    chart: chart as Chart,
    ...(measure === undefined ? {} : { measure }),
    ...(order === undefined ? {} : { order: order as 'asc' | 'desc' }),
    ...(limit === undefined ? {} : { limit: Number(limit) }),
  };
}
