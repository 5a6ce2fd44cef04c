import { useMemo, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { Histogram } from '../../charts/histogram.js';
import type { Mark } from '../../charts/parts/marks.js';
import type { IssueDetails } from '../../gen/api.js';
import { useChangeMarks } from '../../scope/changes/use-change-marks.js';
import { useScope } from '../../scope/scope.js';
import { formatCount } from '../../time/format.js';
import { toRange } from '../../time/range.js';
import { Button } from '../../ui/controls/button.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { PanelSection } from '../../ui/layout/panel.js';
import classes from './issue-details.module.css';
import { toOccurrences } from './to-occurrences.js';

const SERIES = [{ name: 'Errors', tone: 'level-error' as const }];

/** The errors of an issue over time, with the releases and the changes of flags of that time. */
export function Occurrences({ issue }: { readonly issue: IssueDetails }): ReactNode {
  const { query, startMs, endMs, zone, nowMs, env, update } = useScope();
  const { start_time: start, end_time: end } = query;
  const { data, error, isFetching, refetch } = useApi('GET /issues/{issue_id}/occurrences', {
    path: { issue_id: issue.id },
    query: { start_time: start, end_time: end },
  });
  const buckets = useMemo(() => (data ? toOccurrences(data, endMs) : []), [data, endMs]);
  const marks = [...useChangeMarks(), ...toReleaseMarks(issue)];
  const firstMs = Date.parse(issue.first_seen ?? '');
  const isCutOff = firstMs < startMs;
  const showAll = (): void => update({ ...toRange({ startMs: firstMs, endMs: nowMs }), to: 'now' });
  return (
    <PanelSection
      title={data ? `Errors in the time range: ${formatCount(data.total)}` : 'Errors in the time range'}
      aside={
        isCutOff && (
          <Button kind="quiet" onClick={showAll}>
            Show since the first error
          </Button>
        )
      }
    >
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <Histogram
        label="Errors over time"
        series={SERIES}
        buckets={buckets}
        startMs={startMs}
        endMs={endMs}
        zone={zone}
        height={88}
        isLoading={isFetching && !data}
        marks={marks}
        onRange={(from, to) => update(toRange({ startMs: from, endMs: to }))}
      />
      {env.length > 0 && <p className={classes.note}>Errors of all environments are counted.</p>}
    </PanelSection>
  );
}

/** The release in which an issue began, at its first error. */
function toReleaseMarks({ first_seen: first, first_release: release }: IssueDetails): readonly Mark[] {
  if (first === undefined) return [];
  return [{ ms: Date.parse(first), title: release === '' ? 'First error' : `First error, in the release ${release}` }];
}
