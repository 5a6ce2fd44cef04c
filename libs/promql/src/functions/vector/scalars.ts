import { timeAt, type Scope } from '../../core/session.js';
import { makeSeries, scalarOf, seriesOf, type Series, type Value } from '../../core/value.js';
import { Labels } from '../../labels/labels.js';

/** Evaluates functions that make scalars, or series of them; undefined for others. */
export function callOnScalars(scope: Scope, name: string, args: readonly Value[]): Value | undefined {
  const { bounds, grid } = scope;
  const each = (compute: (step: number) => number): Value => ({
    type: 'scalar',
    values: Float64Array.from({ length: grid.count }, (_, step) => compute(step)),
  });
  switch (name) {
    case 'time':
      return each((step) => timeAt(grid, step) / 1_000);
    case 'pi':
      return each(() => Math.PI);
    case 'start':
      return each(() => bounds.start / 1_000);
    case 'end':
      return each(() => bounds.end / 1_000);
    case 'step':
      return each(() => bounds.step / 1_000);
    case 'range':
      return each(() => (bounds.end - bounds.start) / 1_000);
    case 'max_of':
    case 'min_of': {
      const [left, right] = args.map(scalarOf);
      return each((step) => (name === 'max_of' ? Math.max : Math.min)(left[step], right[step]));
    }
    case 'scalar': {
      const series = seriesOf(args[0]);
      return each((step) => only(series, step));
    }
    case 'vector': {
      const { labels, dropsName, present } = makeSeries(scope, Labels.EMPTY);
      return { type: 'vector', series: [{ labels, dropsName, values: scalarOf(args[0]), present: present.fill(1) }] };
    }
    default:
      return undefined;
  }
}

/** The value of the only series that has one; NaN if there are none or several. */
function only(series: readonly Series[], step: number): number {
  let found: number | undefined;
  for (const { present, values } of series) {
    if (!present[step]) continue;
    if (found !== undefined) return NaN;
    found = values[step];
  }
  return found ?? NaN;
}
