import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ReplayTimelinePeriodSchema } from '@svc/contract';
import type { SessionShape } from './session-shape.js';

/** Periods of a timeline: more than the columns that a terminal has left for it are of no use. */
const PERIODS = 60;
const LEAST_MS = 1_000;
/** Pages of a timeline. */
const MAX_URLS = 200;

/** What happened in a session from its start to its end. */
export function timelineOf({
  windows,
  firstMs,
  lastMs,
}: SessionShape): MessageInitShape<typeof ReplayTimelinePeriodSchema>[] {
  const lengthMs = Math.max(LEAST_MS, Math.ceil((lastMs - firstMs + 1) / PERIODS));
  const count = Math.ceil((lastMs - firstMs + 1) / lengthMs);
  const periods = Array.from({ length: count }, (_, nth) => ({
    fromOffsetMs: BigInt(nth * lengthMs),
    clickCount: 0n,
    inputCount: 0n,
    errorCount: 0n,
    urls: [] as string[],
  }));
  const seen = new Set<string>();
  const chunks = windows.flatMap((window) => window.chunks).toSorted((a, b) => a.firstMs - b.firstMs);
  for (const chunk of chunks) {
    const period = periods[Math.floor((chunk.firstMs - firstMs) / lengthMs)];
    if (!period) continue;
    const { clicks, inputs, urls, console_errors: consoleErrors, network_errors: networkErrors } = chunk.row;
    period.clickCount += BigInt(clicks);
    period.inputCount += BigInt(inputs);
    period.errorCount += BigInt(consoleErrors + networkErrors);
    for (const url of urls) {
      if (seen.has(url) || seen.size === MAX_URLS) continue;
      seen.add(url);
      period.urls.push(url);
    }
  }
  return periods;
}
