import { CONTENT_EVENT_PREFIX, EVALUATION_EVENT } from '@svc/tables';

const CONTENT_EVENT = Buffer.from(CONTENT_EVENT_PREFIX);
const EVALUATION = Buffer.from(EVALUATION_EVENT);

/** Whether a text is the name of an event that may carry prompts and answers. */
export function startsLikeContent(bytes: Buffer, start: number, end: number): boolean {
  const { length } = CONTENT_EVENT;
  return end - start > length && CONTENT_EVENT.compare(bytes, start, start + length) === 0;
}

/** Whether a text is the name of the events that carry the result of an evaluation. */
export function isEvaluationEvent(bytes: Buffer, start: number, end: number): boolean {
  return end - start === EVALUATION.length && EVALUATION.compare(bytes, start, end) === 0;
}
