import type { ReactNode } from 'react';
import { useApiPages } from '../../api/hooks.js';
import type { Cohort, CohortGeneration } from '../../gen/api.js';
import { formatCount } from '../../time/amounts.js';
import { TimeText } from '../../time/time-text.js';
import { Badge } from '../../ui/controls/badge.js';
import { Button } from '../../ui/controls/button.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';

const LIMIT = 10;

/** The generations of a cohort, newest first, with the builds that failed and why. */
export function CohortHistory({ cohort }: { readonly cohort: Cohort }): ReactNode {
  const input = { path: { cohort_id: cohort.id }, query: { limit: LIMIT } };
  const pages = useApiPages('GET /analytics/cohorts/{cohort_id}/history', input, { staleTime: 0 });
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  return (
    <>
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <Table<CohortGeneration>
        label="Builds of the cohort"
        rows={data?.pages.flatMap(({ generations }) => generations)}
        getId={({ generation }) => String(generation)}
        empty="It has not been built yet."
        columns={[
          { label: 'Build', isNumber: true, render: ({ generation }) => formatCount(generation) },
          {
            label: 'State',
            render: ({ state, error: fault = '' }) => (
              <>
                <Badge tone={state === 'failed' ? 'danger' : 'neutral'}>{state}</Badge>
                {fault !== '' && <OutsideText text={` ${fault}`} limit={300} />}
              </>
            ),
          },
          { label: 'Members', isNumber: true, render: ({ count }) => formatCount(count) },
          {
            label: 'Time',
            isNumber: true,
            render: ({ finished_at: end, started_at: start }) => {
              const at = end ?? start;
              return at !== undefined && <TimeText at={at} precision="minute" />;
            },
          },
        ]}
      />
      {hasNextPage && (
        <Button
          disabledReason={isFetchingNextPage ? 'They are being read.' : undefined}
          onClick={() => void fetchNextPage()}
        >
          Show earlier builds
        </Button>
      )}
    </>
  );
}
