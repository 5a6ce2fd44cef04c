import type { Signal } from '../signal.js';
import type { BlockEncoder, BlockEncoderOptions } from './encoder/block-encoder.js';
import { LogEncoder } from './logs/log-encoder.js';
import { MetricEncoder } from './metrics/metric-encoder.js';
import { SpanEncoder } from './traces/span-encoder.js';

export function createBlockEncoder(signal: Signal, options: BlockEncoderOptions): BlockEncoder {
  if (signal === 'traces') return new SpanEncoder(options);
  return signal === 'logs' ? new LogEncoder(options) : new MetricEncoder(options);
}
