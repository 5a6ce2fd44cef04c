import { useState, type ReactNode } from 'react';
import { useApiPages } from '../../api/hooks.js';
import { CopyMenu } from '../../copy/copy-menu.js';
import type { AccountAuditLogResponse, AuditEntry } from '../../gen/api.js';
import { useScope } from '../../scope/scope.js';
import { SearchField } from '../../search/search-field.js';
import { useMembers } from '../../session/use-members.js';
import { TimeText } from '../../time/time-text.js';
import { Badge } from '../../ui/controls/badge.js';
import { Button } from '../../ui/controls/button.js';
import { Select } from '../../ui/controls/select.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { Tip } from '../../ui/text/tip.js';
import { useSearchState } from '../../url/use-search-state.js';
import { AUDIT_FIELDS } from '../fields.js';
import classes from '../settings.module.css';
import { describeTarget } from './describe-target.js';
import { VerifyLog } from './verify-log.js';

const PAGE = 100;

/** Who did what in the organization in the time range, and a check that no entry was changed. */
export function AuditSection(): ReactNode {
  const { project, query: scope } = useScope();
  const [{ operation, by = '' }, update] = useSearchState(AUDIT_FIELDS);
  const { members, nameOf } = useMembers();
  const [isVerifying, setVerifying] = useState(false);
  const times = { start_time: scope.start_time, end_time: scope.end_time };
  const input = { query: { operation, principal_id: by, ...times, limit: PAGE } };
  const pages = useApiPages('GET /account/audit-log', input);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  const rows = data?.pages.flatMap(({ entries }: AccountAuditLogResponse) => entries);
  const people = members.map(({ user_id: id, name, email }) => ({ value: id, label: name === '' ? email : name }));
  const others = by === '' || people.some(({ value }) => value === by) ? [] : [{ value: by, label: nameOf(by) }];
  return (
    <>
      <div className={classes.bar}>
        <SearchField
          label="Operation"
          placeholder="Operation, such as flags.update"
          value={operation}
          onSubmit={(next) => update({ operation: next.trim() }, { replace: true })}
        />
        <Select
          label="By"
          value={by}
          options={[{ value: '', label: 'By anyone' }, ...people, ...others]}
          onChange={(id) => update({ by: id === '' ? undefined : id })}
        />
        <Button onClick={() => setVerifying(true)}>Verify</Button>
        <CopyMenu route="GET /account/audit-log" input={input} project={project} />
      </div>
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <Table<AuditEntry>
        label="Audit log"
        rows={rows}
        getId={({ id }) => id}
        empty="Nothing in this time range matches. Choose a longer range above, or remove the filters."
        columns={[
          {
            label: 'Time',
            render: ({ timestamp: at }) => (
              <span className={classes.nowrap}>{at !== undefined && <TimeText at={at} precision="second" />}</span>
            ),
          },
          { label: 'By', render: ({ principal }) => <OutsideText text={principal?.name ?? 'no one'} limit={60} /> },
          { label: 'Operation', render: (entry) => <Operation entry={entry} /> },
          {
            label: 'About',
            isOptional: true,
            render: (entry) => <OutsideText text={describeTarget(entry)} limit={120} />,
          },
          {
            label: 'From',
            isOptional: true,
            render: ({ source_address: address }) => <span className={classes.nowrap}>{address}</span>,
          },
        ]}
      />
      {isFetchNextPageError && error && <ErrorBox error={error} />}
      {hasNextPage && (
        <Button
          disabledReason={isFetchingNextPage ? 'They are being read.' : undefined}
          onClick={() => void fetchNextPage()}
        >
          Read older entries
        </Button>
      )}
      {isVerifying && <VerifyLog onClose={() => setVerifying(false)} />}
    </>
  );
}

function Operation({ entry: { operation, outcome, status, error, count } }: { readonly entry: AuditEntry }): ReactNode {
  const hasFailed = outcome !== 'succeeded';
  return (
    <>
      {operation}
      {count > 1 && ` × ${count}`}{' '}
      {hasFailed && (
        <Tip text={error}>
          <Badge tone="danger">{status === undefined ? outcome : `${outcome}, ${status}`}</Badge>
        </Tip>
      )}
    </>
  );
}
