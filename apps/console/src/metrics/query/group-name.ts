import type { MetricLabel } from '../../gen/api.js';

/** Names that mean a label of the resource if nothing else is said. */
const OF_RESOURCE: ReadonlySet<string> = new Set(['service_name', 'environment', 'instance', 'job']);

/** The name of a label in a query: with its source if the name alone would mean another label, and with commas escaped. */
export function toGroupName({ name, source }: MetricLabel, labels: readonly MetricLabel[]): string {
  const isShared = OF_RESOURCE.has(name) || labels.some((other) => other.name === name && other.source !== source);
  const prefix = source === 'attribute' && isShared ? 'attributes.' : '';
  return prefix + name.replaceAll(',', String.raw`\,`);
}
