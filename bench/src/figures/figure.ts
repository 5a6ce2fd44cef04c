import { cpus, loadavg } from 'node:os';

/** One JSON line per figure, with the conditions it was measured under; `load` is the machine's load average of the last minute. */
export function printer(conditions: Record<string, unknown>): (figure: Record<string, unknown>) => void {
  return (figure) => {
    const machine = { cores: cpus().length, cpu: cpus()[0]?.model, load: loadavg()[0], node: process.version };
    process.stdout.write(`${JSON.stringify({ ...figure, conditions: { ...conditions, ...machine } })}\n`);
  };
}

/** Percentiles of a sorted list. */
export function percentiles(sorted: readonly number[]): { p50: number; p99: number } {
  const at = (share: number): number => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
  return { p50: at(0.5), p99: at(0.99) };
}
