import type { Metrics } from '@svc/observability';
import type { Receipt } from '../receive/receipt.js';

export interface WireMeasurement {
  accepted(outcome: 'accepted' | 'partial', receipt: Receipt): void;
  refused(code: string): void;
}

/** Counts requests in protocols of other products, and what of them is not stored, by reason. */
export function wireMetrics(metrics: Metrics): (wire: string) => WireMeasurement {
  const requests = metrics.counter('svc_ingest_wire_requests_total', 'Requests in foreign protocols by outcome', [
    'wire',
    'outcome',
  ]);
  const dropped = metrics.counter('svc_ingest_wire_dropped_total', 'Parts of foreign requests that are not stored', [
    'wire',
    'reason',
  ]);
  return (wire) => ({
    accepted: (outcome, { reasons, dropped: reported = {} }) => {
      requests.inc({ wire, outcome });
      for (const { reason, count } of reasons) dropped.inc({ wire, reason }, count);
      for (const [reason, count] of Object.entries(reported)) dropped.inc({ wire, reason }, count);
    },
    refused: (outcome) => requests.inc({ wire, outcome }),
  });
}
