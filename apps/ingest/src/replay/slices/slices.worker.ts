import { movable } from '../../receive/movable.js';
import { answering } from '../../receive/worker-answer.js';
import { doSlicesWork } from './slices-work.js';

/** Entry point of the worker threads that read slices of events. */
export default answering(doSlicesWork, ({ chunks }) => movable(...chunks.map(({ body }) => body)));
