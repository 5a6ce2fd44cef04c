import type { ReactNode } from 'react';
import { useApiPages } from '../api/hooks.js';
import type { Issue, IssuesListResponse } from '../gen/api.js';
import { Rows } from '../rows/rows.js';
import { usePagedRows } from '../rows/use-paged-rows.js';
import { useScope } from '../scope/scope.js';
import { useSession } from '../session/session.js';
import { useMembers } from '../session/use-members.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import type { Update } from '../url/use-search-state.js';
import type { IssuesState } from './fields.js';
import { IssueCells, toIssueColumns } from './issue-cells.js';
import { toIssuesInput } from './issue-query.js';
import { NoIssues } from './no-issues.js';
import { toIssueKeys, useTryAction } from './triage/use-issue-keys.js';
import type { Triage } from './triage/use-triage.js';

interface IssueListProps {
  readonly state: IssuesState;
  readonly update: Update<IssuesState>;
  readonly triage: Triage;
}

/** The issues that match, page after page, with keys to triage them one by one. */
export function IssueList({ state, update, triage }: IssueListProps): ReactNode {
  const { query, nowMs } = useScope();
  const { user } = useSession();
  const tryAction = useTryAction(triage);
  const { nameOf } = useMembers();
  const pages = useApiPages('GET /issues', toIssuesInput(query, state));
  const { data, error, refetch } = pages;
  const { rows, onEnd, foot } = usePagedRows(pages, toRows);
  if (error && rows.length === 0) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data && rows.length === 0) return <NoIssues state={state} update={update} />;
  const isNarrow = state.open !== undefined;
  return (
    <Rows
      label="Issues"
      rows={rows}
      columns={toIssueColumns(isNarrow)}
      getId={getId}
      renderCells={(issue) => <IssueCells issue={issue} isNarrow={isNarrow} nowMs={nowMs} nameOf={nameOf} />}
      open={state.open}
      onOpen={(issue) => update({ open: issue?.id }, { replace: true })}
      onEnd={onEnd}
      foot={foot}
      rowKeys={toIssueKeys(user.id).map(({ action, ...key }) => ({
        ...key,
        run: (issue: Issue) => tryAction(issue, action),
      }))}
    />
  );
}

function getId({ id }: Issue): string {
  return id;
}

function toRows({ issues }: IssuesListResponse): IssuesListResponse['issues'] {
  return issues;
}
