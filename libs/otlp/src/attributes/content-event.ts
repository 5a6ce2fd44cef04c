import { CONTENT_EVENT_PREFIX } from '@svc/tables';

const CONTENT_EVENT = Buffer.from(CONTENT_EVENT_PREFIX);

/** Whether a text is the name of an event that may carry prompts and answers. */
export function startsLikeContent(bytes: Buffer, start: number, end: number): boolean {
  const { length } = CONTENT_EVENT;
  return end - start > length && CONTENT_EVENT.compare(bytes, start, start + length) === 0;
}
