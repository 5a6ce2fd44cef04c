import type { ReactNode } from 'react';
import { useApiPages } from '../api/hooks.js';
import type { Release, ReleasesListResponse } from '../gen/api.js';
import { Cell, Rows, type Column } from '../rows/rows.js';
import { usePagedRows } from '../rows/use-paged-rows.js';
import { formatCount } from '../time/format.js';
import { TimeText } from '../time/time-text.js';
import { Badge } from '../ui/controls/badge.js';
import { Empty } from '../ui/feedback/empty.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { OutsideText } from '../ui/text/outside-text.js';
import { explainCrashFree, formatCrashFree } from './describe-release.js';

const COLUMNS: readonly Column[] = [
  { label: 'Release', width: 'minmax(120px, 1fr)', narrowWidth: 'minmax(0, 1fr)' },
  { label: 'Deployed', width: '140px', isOptional: true },
  { label: 'New issues', width: '84px', narrowWidth: '66px', isNumber: true },
  { label: 'Regressed', width: '84px', narrowWidth: '66px', isNumber: true },
  { label: 'Errors', width: '64px', narrowWidth: '44px', isNumber: true },
  { label: 'Crash-free', width: '76px', isOptional: true, isNumber: true },
  { label: 'Author', width: '140px', isOptional: true },
  { label: 'Last error', width: '140px', isOptional: true },
];
/** Columns beside open details. */
const NARROW = COLUMNS.filter(({ isOptional }) => isOptional !== true);

export const RELEASES_INPUT = { query: { limit: 100 } };

interface ReleaseListProps {
  readonly open: string | undefined;
  readonly onOpen: (release: string | undefined) => void;
}

/** The releases, the last recorded first. */
export function ReleaseList({ open, onOpen }: ReleaseListProps): ReactNode {
  const pages = useApiPages('GET /releases', RELEASES_INPUT);
  const { data, error, refetch } = pages;
  const { rows, onEnd, foot } = usePagedRows(pages, toRows);
  if (error && rows.length === 0) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data && rows.length === 0)
    return (
      <Empty
        title="No releases yet"
        text="A release appears with its first error, or when a pipeline records its deploy. Only then can its errors be compared with those before."
        command="svc releases create 1.4.2"
      />
    );
  const isNarrow = open !== undefined;
  return (
    <Rows
      label="Releases"
      rows={rows}
      columns={isNarrow ? NARROW : COLUMNS}
      getId={getName}
      renderCells={(release) => <ReleaseCells release={release} isNarrow={isNarrow} />}
      open={open}
      onOpen={(release) => onOpen(release?.release)}
      onEnd={onEnd}
      foot={foot}
    />
  );
}

function getName({ release }: Release): string {
  return release;
}

function ReleaseCells({ release, isNarrow }: { readonly release: Release; readonly isNarrow: boolean }): ReactNode {
  const { new_issue_count: begun, regressed_issue_count: regressed, deployed_at: deployed } = release;
  return (
    <>
      <Cell>
        <OutsideText text={release.release} limit={120} />
      </Cell>
      {!isNarrow && (
        <Cell isOptional>{deployed === null ? 'not recorded' : <TimeText at={deployed} precision="minute" />}</Cell>
      )}
      <Cell isNumber>{begun === 0 ? 0 : <Badge tone="info">{formatCount(begun)}</Badge>}</Cell>
      <Cell isNumber>{regressed === 0 ? 0 : <Badge tone="danger">{formatCount(regressed)}</Badge>}</Cell>
      <Cell isNumber>{formatCount(release.error_count, 'short')}</Cell>
      {!isNarrow && <OptionalCells release={release} />}
    </>
  );
}

function OptionalCells({ release }: { readonly release: Release }): ReactNode {
  const { crash_free: crashFree, author, last_seen: last } = release;
  return (
    <>
      <Cell isNumber isOptional>
        <span title={explainCrashFree(crashFree)}>{formatCrashFree(crashFree)}</span>
      </Cell>
      <Cell isOptional>
        <OutsideText text={author} limit={80} />
      </Cell>
      <Cell isOptional>{last !== null && <TimeText at={last} precision="minute" />}</Cell>
    </>
  );
}

function toRows({ releases }: ReleasesListResponse): ReleasesListResponse['releases'] {
  return releases;
}
