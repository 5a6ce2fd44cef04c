import assert from 'node:assert/strict';
import { pace } from '@svc/testing';
import { theService } from '../topology.js';

/** The gauge of `libs/observability`: CPU time of the main thread between two turns, so that other programs do not add to it. */
const GAUGE = /^svc_event_loop_held_max_seconds (\S+)$/m;
/** The turn with the last work of a request ends in this time, and is measured too. */
const SETTLE_MS = 50;

/** Seconds for which each event loop was held, by process name. */
export type HeldSeconds = ReadonlyMap<string, number>;

/** The longest time for which each process has held its event loop while the work ran. */
export async function measureHeld(work: () => Promise<void>): Promise<HeldSeconds> {
  await readAndReset();
  await work();
  await pace(SETTLE_MS);
  return readAndReset();
}

/** The gauge starts again at zero whenever it is read. */
async function readAndReset(): Promise<HeldSeconds> {
  const { metricsUrls } = theService();
  const readings = Array.from(metricsUrls, async ([name, url]): Promise<[string, number]> => {
    const text = await (await fetch(url)).text();
    const [, seconds] = GAUGE.exec(text) ?? [];
    assert.ok(seconds !== undefined, `${name} reports how long it holds its event loop`);
    return [name, Number(seconds)];
  });
  return new Map(await Promise.all(readings));
}
