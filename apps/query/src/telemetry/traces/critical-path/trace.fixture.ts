import { buildForest, type TimedSpan } from '../span-forest/span-forest.js';
import { criticalPath } from './critical-path.js';

export const INTERNAL = 1;

export function span(id: string, parent: string | undefined, from: number, to: number, kind = INTERNAL): TimedSpan {
  const [start, end] = [BigInt(from), BigInt(to)];
  return { id, parent, service: `service ${id}`, name: `name ${id}`, kind, isError: false, start, end };
}

export const computePath = async (trace: readonly TimedSpan[]) => criticalPath(await buildForest(trace));
