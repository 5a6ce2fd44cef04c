import type { SeriesFact } from '../facts/facts.js';
import type { EvidenceKind, Window } from '../model.js';
import { deviation } from '../statistics/deviation.js';
import { isAbnormal } from './request-signals.js';
import { ramp, type Signal, type SignalName } from './signal.js';
import { digits } from './texts.js';

const THRESHOLD = 3;
/** Units of the normal spread at which a series is certainly abnormal. */
const CERTAIN = 20;
/** Relative spread below which changes of a series are no symptom. */
const MIN_RELATIVE_SPREAD = 0.05;

/** Signals of series apart from requests, such as metrics of machines and the cost of agents. */
export function seriesSignals(
  series: readonly SeriesFact[],
  normal: Window,
  abnormal: Window,
  as: { readonly name: SignalName; readonly kind: EvidenceKind },
): Signal[] {
  return series.flatMap(({ entity, name, unit, points }) => {
    const inside = ({ start, end }: Window) => points.filter((point) => point.start >= start && point.start < end);
    const [before, during] = [inside(normal).map(({ value }) => value), inside(abnormal)];
    const size = before.reduce((sum, value) => sum + Math.abs(value), 0) / Math.max(before.length, 1);
    const values = during.map(({ value }) => value);
    const found = deviation(values, before, size * MIN_RELATIVE_SPREAD, THRESHOLD);
    if (!found || !isAbnormal(found, during.length)) return [];
    const onset = during[found.first]?.start;
    const strength = ramp(found.score, THRESHOLD - 1, CERTAIN);
    return [
      {
        name: as.name,
        kind: as.kind,
        entity,
        strength,
        ...(onset !== undefined && { onset }),
        text: `${name} is ${digits(found.extreme)}${suffix(unit)} instead of ${digits(found.median)}${suffix(unit)}`,
        rows: [
          { metric: name, side: 'normal', value: found.median },
          { metric: name, side: 'abnormal', value: found.extreme },
        ],
      },
    ];
  });
}

function suffix(unit: string): string {
  return unit === '' || unit === '1' ? '' : ` ${unit}`;
}
