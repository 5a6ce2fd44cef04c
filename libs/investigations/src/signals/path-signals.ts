import type { PathFact } from '../facts/facts.js';
import { MAX_ROWS, ramp, service, type Signal } from './signal.js';
import { formatMs } from './texts.js';

/** Share of the added time on the critical path that a service must have. */
const MIN_SHARE = 0.3;
/** Added milliseconds for each trace that are no symptom. */
const MIN_ADDED_MS = 5;

/** Services that the critical path of traces stays in for longer than usual. */
export function pathSignals(paths: readonly PathFact[]): Signal[] {
  const added = paths.map((path) => ({ path, addedMs: path.sides.abnormal - path.sides.normal }));
  const total = added.reduce((sum, { addedMs }) => sum + Math.max(addedMs, 0), 0);
  return [...Map.groupBy(added, ({ path }) => path.service)].flatMap(([name, own]) => {
    const addedMs = own.reduce((sum, one) => sum + one.addedMs, 0);
    if (addedMs < MIN_ADDED_MS || addedMs < total * MIN_SHARE) return [];
    const ordered = [...own].sort((a, b) => b.addedMs - a.addedMs);
    return [
      {
        name: 'critical_path',
        kind: 'critical_path',
        entity: service(name),
        strength: (addedMs / total) * ramp(addedMs, 0, 10 * MIN_ADDED_MS),
        text: `the critical path of a trace stays in it for ${formatMs(addedMs)} longer`,
        rows: ordered.slice(0, MAX_ROWS).map(({ path: { operation, sides } }) => ({
          service: name,
          operation,
          normal_ms: sides.normal,
          ms: sides.abnormal,
        })),
      },
    ];
  });
}
