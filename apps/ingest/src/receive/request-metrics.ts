import type { Metrics } from '@svc/observability';

/** Called once at the end of a request with its outcome: `accepted`, `partial` or an error code. */
export type RequestMeasurement = (outcome: string) => void;

/** Rate, errors and duration of ingestion by signal. The returned function is called when a request begins. */
export function requestMetrics(metrics: Metrics): (signal: string) => RequestMeasurement {
  const requests = metrics.counter('svc_ingest_requests_total', 'Export requests by outcome', ['signal', 'outcome']);
  const seconds = metrics.duration('svc_ingest_request_seconds', 'Time to answer an export request', ['signal']);
  return (signal) => {
    const end = seconds.startTimer({ signal });
    return (outcome) => {
      end();
      requests.inc({ signal, outcome });
    };
  };
}
