import { answering } from '../receive/worker-answer.js';
import { prepareCapture } from './prepare-capture.js';

/** Entry of the threads that read large capture requests. */
export default answering(prepareCapture);
