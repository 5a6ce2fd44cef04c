import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import type { ReplaySignalSchema, ReplaySummarySchema } from '@svc/contract';
import type { SummaryFigures, SummaryRow } from './summaries.query.js';

export function toSummary(row: SummaryFigures): MessageInitShape<typeof ReplaySummarySchema> {
  return {
    summarizedAt: timestampFromMs(Number(row.version)),
    isFinal: row.is_final === 1,
    activeMs: BigInt(row.active_ms),
    rageClickCount: BigInt(row.rage_clicks),
    deadClickCount: BigInt(row.dead_clicks),
    errorClickCount: BigInt(row.error_clicks),
  };
}

/** @param startMs of the recording, in milliseconds since 1970. */
export function toSignals(row: SummaryRow, startMs: number): MessageInitShape<typeof ReplaySignalSchema>[] {
  return row.signals_kind.map((kind, index) => ({
    kind,
    offsetMs: BigInt(Number(row.signals_time_ms[index]) - startMs),
    windowId: row.signals_window_id[index],
    clickCount: row.signals_clicks[index],
    selector: row.signals_selector[index],
    text: row.signals_text[index],
    url: row.signals_url[index],
    reason: row.signals_reason[index],
  }));
}
