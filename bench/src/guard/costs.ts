import { flatten, parseObject } from '../history/measurements.js';

/** A cost: more is worse. Its unit is the same in both builds. */
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
/** Ratio of costs above which a build is worse. */
export const MAX_RATIO = 1.1;

/** The costs that a line of a benchmark states. */
export function parseCosts(command: string, line: string): Cost[] {
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
  /** The least cost of this build divided by the least of the base: disturbances of a run only add to it. */
  readonly ratio: number;
  /** The extremes of the ratios of each pair of runs, which show how much the machine disturbed them. */
  readonly least: number;
  readonly most: number;
}

/** Whether a cost has risen, and in every pair of runs: a read of a few milliseconds costs a fifth more in some runs of the same build. */
export const isWorse = ({ ratio, least }: Comparison): boolean => ratio > MAX_RATIO && least > 1;

/** Compares the costs of runs that were made in turn. A cost that only one of the builds has, or that is too small, is left out. */
export function compare(ours: readonly (readonly Cost[])[], base: readonly (readonly Cost[])[]): Comparison[] {
  const [first = []] = ours;
  return first.flatMap(({ name }) => {
    const [own, other] = [ours, base].map((runs) => runs.flatMap((costs) => findValues(costs, name)));
    if (!own?.length || own.length !== other?.length || Math.max(...own, ...other) < LEAST) return [];
    const ratios = own.map((value, index) => value / (other[index] ?? Number.NaN));
    const ratio = Math.min(...own) / Math.min(...other);
    return [{ name, ratio, least: Math.min(...ratios), most: Math.max(...ratios) }];
  });
}

function findValues(costs: readonly Cost[], name: string): number[] {
  return costs.filter((cost) => cost.name === name).map(({ value }) => value);
}
