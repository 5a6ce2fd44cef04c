import { percentiles } from '../figures/figure.js';
import { cpuMs } from '../processes/process-tree.js';

const WARM_UP = 3;
const RUNS = 30;
/** A slow request is repeated less often. */
const MAX_MS = 30_000;

/** Measures latency and CPU of a request that is repeated; the first runs are a warm-up. */
export async function measureRequests(
  topology: Parameters<typeof cpuMs>[0],
  askNth: (nth: number) => Promise<void>,
): Promise<object> {
  const times: number[] = [];
  let before = cpuMs(topology);
  const until = performance.now() + MAX_MS;
  for (let nth = 0; nth < WARM_UP + RUNS && (nth <= WARM_UP || performance.now() < until); nth++) {
    if (nth === WARM_UP) before = cpuMs(topology);
    const started = performance.now();
    await askNth(nth);
    if (nth >= WARM_UP) times.push(performance.now() - started);
  }
  const { p50, p99 } = percentiles(times.toSorted((a, b) => a - b));
  const after = cpuMs(topology);
  const each = (total: number): number => Math.round((total / times.length) * 10) / 10;
  return {
    runs: times.length,
    p50Ms: p50,
    p99Ms: p99,
    engineCpuMs: each(after.engine - before.engine),
    ourCpuMs: each(after.ours - before.ours),
  };
}
