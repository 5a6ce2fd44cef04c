import type { Metric } from '../../gen/api.js';

/** The metrics whose names or descriptions contain all words of a text, in any case. */
export function findMetrics(metrics: readonly Metric[], text: string): readonly Metric[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return metrics;
  return metrics.filter(({ name, description }) => {
    const searched = `${name}\n${description}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}
