/** Entry point of the thread. */
export { translate as default } from './translation.js';
