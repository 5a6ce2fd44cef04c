import { useMemo, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { TimeSeries } from '../../charts/time-series.js';
import type { AnomalyFinding } from '../../gen/api.js';
import { useChangeMarks } from '../../scope/changes/use-change-marks.js';
import { useScope } from '../../scope/scope.js';
import { useSession } from '../../session/session.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { PanelSection } from '../../ui/layout/panel.js';
import classes from '../parts/respond.module.css';
import { nameFigure, toWriter } from './describe-anomaly.js';
import { toChartBounds, toDeviation, toMeasurement } from './to-measurement.js';
import { toLines, toWindows } from './to-series.js';

const HEIGHT = 180;
const NO_LOGS = { query: { group_by: ['service_name'] } };

/** The series of an anomaly around it, with what was expected; nothing where the interface has no such series. */
export function AnomalyChart({ finding }: { readonly finding: AnomalyFinding }): ReactNode {
  const { zone, nowMs } = useScope();
  const { can } = useSession();
  const marks = useChangeMarks();
  const deviation = useMemo(() => toDeviation(finding), [finding]);
  const bounds = useMemo(() => toChartBounds(finding, nowMs), [finding, nowMs]);
  const { traces, logs } = useMemo(() => (bounds ? toMeasurement(finding, bounds) : {}), [finding, bounds]);
  const spans = useApi('GET /traces/aggregate', traces ?? {}, { enabled: traces !== undefined && can('traces:read') });
  const records = useApi('GET /logs/aggregate', logs ?? NO_LOGS, { enabled: logs !== undefined && can('logs:read') });
  const lines = useMemo(() => {
    if (!bounds || !deviation) return undefined;
    const windows = toWindows(finding, bounds, traces && spans.data, logs && records.data);
    return { times: windows.times, series: toLines(windows, deviation, finding.expected) };
  }, [finding, bounds, deviation, traces, logs, spans.data, records.data]);
  if (!bounds || !lines || (!traces && !logs)) return null;
  const scope = traces ? 'traces:read' : 'logs:read';
  const { error, refetch, isPending } = traces ? spans : records;
  const name = nameFigure(finding);
  if (!can(scope))
    return (
      <PanelSection title={name}>
        <p className={classes.note}>{`Your role does not have ${scope}, which reads the series.`}</p>
      </PanelSection>
    );
  return (
    <PanelSection title={name}>
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <TimeSeries
        label={name}
        times={lines.times}
        series={lines.series}
        startMs={bounds.startMs}
        endMs={bounds.endMs}
        zone={zone}
        marks={marks}
        format={toWriter(finding)}
        kind={finding.detector === 'latency' ? 'duration' : 'number'}
        height={HEIGHT}
        isLoading={isPending}
      />
      <p className={classes.note}>
        Each point is a window of five minutes. The expectation is that of the window that deviated most; those of the
        others are not kept.
      </p>
    </PanelSection>
  );
}
