import { MAX_ROWS, type JsonObject, type JsonValue, type View } from '@svc/questions';
import { ANSWERS } from './answers.js';

export interface AnswerRows {
  readonly columns: readonly string[];
  readonly rows: readonly JsonObject[];
  /** Whether the response, or the list that it is a page of, has more. */
  readonly isTruncated: boolean;
}

/** More points than the bucket of a series that a question leaves open can have. */
const MAX_POINTS = 500;

/** The rows of a response that answer a question, ordered and limited as its view says. */
export function toRows(operation: string, response: JsonObject, parameters: JsonObject, view: View): AnswerRows {
  const answer = ANSWERS[operation]?.(response, view, parameters) ?? { columns: [], rows: [] };
  const ordered = sort(answer.rows, view);
  const most = Math.min(view.chart === 'line' ? MAX_POINTS : MAX_ROWS, view.limit ?? MAX_ROWS * MAX_POINTS);
  const isCut = ordered.length > most && view.limit !== most;
  const hasNext = Boolean((response['pagination'] as JsonObject | undefined)?.['next_cursor']);
  return { columns: answer.columns, rows: ordered.slice(0, most), isTruncated: isCut || hasNext };
}

function sort(rows: readonly JsonObject[], { measure, order }: View): readonly JsonObject[] {
  if (order === undefined || measure === undefined) return rows;
  const sign = order === 'asc' ? 1 : -1;
  /** Money is a text. */
  const figure = (value: JsonValue | undefined) => Number(value ?? 0);
  return rows.toSorted((one, other) => sign * (figure(one[measure]) - figure(other[measure])));
}
