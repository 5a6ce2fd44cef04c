import { answering } from '../receive/worker-answer.js';
import { doCaptureWork, type CaptureWork } from './capture-work.js';

/** Entry point of the worker threads that parse large capture requests. */
export default answering((...work: CaptureWork) => doCaptureWork(...work));
