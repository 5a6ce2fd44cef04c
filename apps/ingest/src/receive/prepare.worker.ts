import { prepareBody } from './prepare-body.js';
import { answering } from './worker-answer.js';

/** Entry point of the worker threads that check large bodies. */
export default answering(prepareBody);
