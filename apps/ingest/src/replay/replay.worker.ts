import { answering } from '../receive/worker-answer.js';
import { doReplayWork } from './replay-work.js';

/** Entry point of the worker threads that redact recordings. */
export default answering(doReplayWork);
