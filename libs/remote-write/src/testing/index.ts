export { encodeWrite, STALE, toBlock, type SentHistogram, type SentSample, type SentSeries } from './encode-write.js';
export { readPoints, type ReadPoint } from './read-metrics.js';
