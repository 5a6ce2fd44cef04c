import { prepareBody } from './prepare-body.js';
import { answering } from './worker-answer.js';

/** Entry of the threads that check large bodies. */
export default answering(prepareBody);
