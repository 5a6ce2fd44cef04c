/** The lookups that make frames readable, without the stores, for measurements. */
export { buildSourceMap } from './source-maps/build-source-map.js';
export { LookupThreads } from './workers/lookup-threads.js';
