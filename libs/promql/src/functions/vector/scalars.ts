import { timeAt, type Scope } from '../../core/session.js';
import { makeSeries, scalarOf, seriesOf, type Series, type Value } from '../../core/value.js';
import { Labels } from '../../labels/labels.js';

/** Evaluates functions that make scalars, or series of them; undefined for others. */
export async function callOnScalars(scope: Scope, name: string, args: readonly Value[]): Promise<Value | undefined> {
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
    case 'scalar':
      return { type: 'scalar', values: await onlyValues(scope, seriesOf(args[0])) };
    case 'vector': {
      const { labels, dropsName, present } = makeSeries(scope, Labels.EMPTY);
      return { type: 'vector', series: [{ labels, dropsName, values: scalarOf(args[0]), present: present.fill(1) }] };
    }
    default:
      return undefined;
  }
}

/** The value of the only series that has one; NaN if there are none or several. */
async function onlyValues(scope: Scope, all: readonly Series[]): Promise<Float64Array> {
  const { count } = scope.grid;
  const values = new Float64Array(count).fill(NaN);
  const seen = new Uint8Array(count);
  for (const series of all) {
    for (let step = 0; step < count; step++) {
      if (!series.present[step]) continue;
      values[step] = seen[step] ? NaN : series.values[step];
      seen[step] = 1;
    }
    if (scope.pacer.spend(count)) await scope.pacer.pause();
  }
  return values;
}
