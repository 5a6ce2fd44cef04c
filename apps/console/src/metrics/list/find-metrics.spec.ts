import assert from 'node:assert/strict';
import type { Metric } from '../../gen/api.js';
import { findMetrics } from './find-metrics.js';

const metric = (name: string, description = '') => ({ name, description }) as Metric;
const METRICS = [metric('http.server.request.duration', 'Duration of requests'), metric('process.memory.usage')];

describe('the search of metrics', () => {
  it.each([
    ['', 2],
    ['HTTP', 1],
    ['duration server', 1],
    ['requests', 1],
    ['memory http', 0],
  ])('for “%s” finds %d', (text, expected) => {
    assert.equal(findMetrics(METRICS, text).length, expected);
  });
});
