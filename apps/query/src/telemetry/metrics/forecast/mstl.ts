import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { initSync, MSTL } from '@bsull/augurs/mstl';

export interface ModelStep {
  readonly value: number;
  /** Half the width of the bounds. */
  readonly half80: number;
  readonly half95: number;
}

let isReady = false;

/**
 * Removes seasons by loess, and models the rest by exponential smoothing, whose form is chosen by its fit. Undefined if
 * no model fits, as for values that are all equal.
 *
 * @param series without gaps, at least two of the longest season.
 */
export function fitMstl(series: Float64Array, steps: number, seasons: readonly number[]): ModelStep[] | undefined {
  const scale = measureScale(series);
  if (!scale) return undefined;
  ready();
  const model = MSTL.ets([...seasons]);
  try {
    // The search for the model uses absolute tolerances, so it needs values near one.
    model.fit(series.map((value) => (value / scale.unit - scale.mean) / scale.deviation));
    const narrow = model.predict(steps, 0.8);
    const wide = model.predict(steps, 0.95);
    const width = scale.unit * scale.deviation;
    const found = narrow.point.map((point, index) => ({
      value: (point * scale.deviation + scale.mean) * scale.unit,
      half80: ((narrow.intervals?.upper[index] ?? point) - point) * width,
      half95: ((wide.intervals?.upper[index] ?? point) - point) * width,
    }));
    model.free();
    return found.every(isUsable) ? found : undefined;
  } catch {
    // It found no model, or failed; then the model cannot be freed explicitly, and the garbage collector does it.
    return undefined;
  }
}

/** Loads the code of the library from a file; by default it is fetched from a URL. */
function ready(): void {
  if (isReady) return;
  const entry = createRequire(import.meta.url).resolve('@bsull/augurs/mstl');
  initSync({ module: readFileSync(path.join(path.dirname(entry), 'mstl_bg.wasm')) });
  isReady = true;
}

function measureScale(series: Float64Array): { unit: number; mean: number; deviation: number } | undefined {
  const unit = series.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  if (unit === 0 || !Number.isFinite(unit)) return undefined;
  const mean = series.reduce((sum, value) => sum + value / unit, 0) / series.length;
  const variance = series.reduce((sum, value) => sum + (value / unit - mean) ** 2, 0) / series.length;
  return variance < 1e-18 ? undefined : { unit, mean, deviation: Math.sqrt(variance) };
}

const isUsable = ({ value, half80, half95 }: ModelStep): boolean =>
  Number.isFinite(value) && Number.isFinite(half80) && Number.isFinite(half95);
