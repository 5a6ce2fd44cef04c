import { answering } from '../receive/worker-answer.js';
import { prepareCapture } from './prepare-capture.js';

/** Entry point of the worker threads that parse large capture requests. */
export default answering(prepareCapture);
