import { memoryOfSlices } from '@svc/replay';
import { movable } from '../../receive/movable.js';
import { answering } from '../../receive/worker-answer.js';
import { doSlicesWork } from './slices-work.js';

/** Entry point of the worker threads that read slices of events. */
export default answering(doSlicesWork, (read) => movable(...memoryOfSlices(read)));
