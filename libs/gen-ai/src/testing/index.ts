export { INSTRUMENTATIONS, recordedSpans } from './recorded.js';
