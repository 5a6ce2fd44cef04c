import { unitWords } from './units.js';

/** The facts about a metric that decide its name. */
export interface NamedMetric {
  readonly name: string;
  readonly unit: string;
  readonly isGauge: boolean;
  /** Whether it is a sum that only grows. */
  readonly isCounter: boolean;
}

/**
 * The name of a metric of OpenTelemetry in Prometheus: words that are joined by underscores, then its unit, then `total` for a counter or
 * `ratio` for a gauge without a dimension.
 *
 * Source: OpenTelemetry specification, "Prometheus and OpenMetrics Compatibility", metric metadata.
 */
export function translateName({ name, unit, isGauge, isCounter }: NamedMetric): string {
  const words = name.split(/[^a-zA-Z0-9:]+/).filter((word) => word !== '');
  const joined = () => `_${words.join('_')}_`;
  for (const word of unitWords(unit)) if (!joined().includes(`_${word}_`)) words.push(word);
  if (isCounter) moveToEnd(words, 'total');
  if (isGauge && unit === '1') moveToEnd(words, 'ratio');
  const translated = words.join('_');
  return /^\d/.test(translated) ? `_${translated}` : translated;
}

function moveToEnd(words: string[], word: string): void {
  const others = words.filter((other) => other !== word);
  words.splice(0, words.length, ...others, word);
}

/** The name of an attribute as a label of Prometheus. */
export function translateLabel(name: string): string {
  const translated = name.replaceAll(/[^a-zA-Z0-9_]/g, '_');
  return /^\d/.test(translated) ? `key_${translated}` : translated;
}
