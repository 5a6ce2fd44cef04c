import { flatten, parseObject } from '../history/measurements.js';

/** What something costs: the more, the worse. Its unit is the same in both builds. */
export interface Cost {
  /** `store: column_store, logs, insertCpuMicrosecondsPerRow` */
  readonly name: string;
  readonly value: number;
}

/** Rates of work per CPU-second; a cost is their inverse. */
const RATES = new Set(['queryablePerCpuSecond', 'eventsPerCpuSecond']);
const COSTS = /^(insert|mergePass)CpuMicrosecondsPerRow$|^cpuMicrosecondsPerRow\.|^(engine|our)CpuMs$/;
/** A cost below is too small to be compared: microseconds of CPU per row, or milliseconds per answer. */
const LEAST = 0.3;

/** The costs that a line of a benchmark states. */
export function costsOf(command: string, line: string): Cost[] {
  const parsed = parseObject(line);
  if (!parsed) return [];
  const { conditions: _, ...figure } = parsed;
  const names = Object.values(figure).filter((value): value is string => typeof value === 'string');
  return flatten(figure)
    .filter(([name]) => RATES.has(name) || COSTS.test(name))
    .map(([name, value]) => ({
      name: `${command}: ${[...names, name].join(', ')}`,
      value: RATES.has(name) ? 1e6 / value : value,
    }));
}

export interface Comparison {
  readonly name: string;
  /** Cost of this build divided by that of the base: the median of the pairs of runs, and their extremes. */
  readonly ratio: number;
  readonly least: number;
  readonly most: number;
}

/** Compares runs in pairs, which a machine that becomes slower changes less than single figures. */
export function compare(ours: readonly (readonly Cost[])[], base: readonly (readonly Cost[])[]): Comparison[] {
  const [first = []] = ours;
  return first.flatMap(({ name }) => {
    const ratios = ours.flatMap((run, index) => {
      const [one, other] = [run, base[index] ?? []].map((costs) => costs.find((cost) => cost.name === name)?.value);
      return one === undefined || other === undefined || Math.max(one, other) < LEAST ? [] : [one / other];
    });
    const sorted = ratios.toSorted((one, other) => one - other);
    const ratio = sorted[Math.floor(sorted.length / 2)];
    return ratio === undefined ? [] : [{ name, ratio, least: sorted[0] ?? ratio, most: sorted.at(-1) ?? ratio }];
  });
}
