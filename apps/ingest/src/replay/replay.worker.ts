import { movable } from '../receive/movable.js';
import { answering } from '../receive/worker-answer.js';
import {
  bytesOf,
  doReplayWork,
  translateWork,
  type HashedChunk,
  type ReplayContext,
  type ReplayWork,
} from './replay-work.js';

/** What a thread is asked: to redact a body, or, without what is known of its window, to translate one of PostHog. */
export type ReplayTask = [body: Uint8Array, context?: ReplayContext];

/** Entry point of the worker threads that redact recordings. */
export default answering(
  (...[body, context]: ReplayTask): ReplayWork | HashedChunk[] =>
    context ? doReplayWork(body, context) : translateWork(body),
  (work) => (Array.isArray(work) ? movable(...work.map((chunk) => chunk.body)) : movable(bytesOf(work))),
);
