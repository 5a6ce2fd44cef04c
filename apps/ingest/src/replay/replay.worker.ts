import { movable } from '../receive/movable.js';
import { answering } from '../receive/worker-answer.js';
import { bytesOf, doReplayWork } from './replay-work.js';

/** Entry point of the worker threads that redact recordings. */
export default answering(doReplayWork, (work) => movable(bytesOf(work)));
