import type { ReactNode } from 'react';
import { useIngestUrl } from '../../session/use-ingest-url.js';
import { Button } from '../../ui/controls/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { OutsideText } from '../../ui/text/outside-text.js';

interface NoMetricsProps {
  readonly find: string;
  readonly onShowAll: () => void;
}

/** Says that no metric has the name that is searched, or where metrics come from. */
export function NoMetrics({ find, onShowAll }: NoMetricsProps): ReactNode {
  const ingestUrl = useIngestUrl();
  if (find === '')
    return (
      <Empty
        title="No metrics in the last 30 days"
        text="Gauges, counters, histograms and summaries appear here. Send them with an OpenTelemetry SDK or collector."
        command={`export OTEL_EXPORTER_OTLP_ENDPOINT=${ingestUrl}`}
      />
    );
  return (
    <Empty
      title="No metric found"
      text={<OutsideText text={`No metric of the last 30 days has “${find}” in its name or description.`} />}
    >
      <Button onClick={onShowAll}>Show all metrics</Button>
    </Empty>
  );
}
