import type { ReactNode } from 'react';
import { useApiPages } from '../../api/hooks.js';
import type { Change, ChangesListResponse } from '../../gen/api.js';
import { useScope } from '../../scope/scope.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { useMembers } from '../../session/use-members.js';
import { TimeText } from '../../time/time-text.js';
import { Button } from '../../ui/controls/button.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../flag.module.css';
import { useChangedFields } from './use-changed-fields.js';

const DAYS = 90;
const DAY_MS = 24 * 3_600_000;
const READ = 500;

/** Who changed the flag, when and which of its fields, as far as the role permits. */
export function ChangeHistory({ flagKey }: { readonly flagKey: string }): ReactNode {
  const { can } = useSession();
  const { nowMs } = useScope();
  const { nameOf } = useMembers();
  const mayRead = can('search:read');
  const start = new Date(nowMs - DAYS * DAY_MS).toISOString();
  const pages = useApiPages(
    'GET /changes',
    { query: { start_time: start, kinds: ['flag'], limit: READ } },
    { enabled: mayRead },
  );
  const changedFields = useChangedFields(flagKey, start);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  const rows = data?.pages.flatMap(({ changes }: ChangesListResponse) => changes.filter(isOf(flagKey)));
  return (
    <PanelSection title={`Changes of the last ${DAYS} days`}>
      {!mayRead && <p className={classes.note}>{missingScope('search:read')}</p>}
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {mayRead && (
        <Table<Change>
          label="Changes of the flag"
          rows={rows}
          getId={({ id }) => id}
          empty={hasNextPage ? 'None of the changes read so far is about this flag.' : 'The flag has not changed.'}
          columns={[
            { label: 'Change', render: ({ operation }) => VERBS[operation] ?? operation },
            { label: 'Fields', render: ({ id, operation }) => changedFields(id, operation) },
            {
              label: 'By',
              render: ({ changed_by: by }) => by !== undefined && <OutsideText text={nameOf(by)} limit={80} />,
            },
            {
              label: 'Time',
              isNumber: true,
              render: ({ timestamp: at }) => at !== undefined && <TimeText at={at} precision="minute" />,
            },
          ]}
        />
      )}
      {isFetchNextPageError && error && <ErrorBox error={error} />}
      {hasNextPage && (
        <Button
          disabledReason={isFetchingNextPage ? 'They are being read.' : undefined}
          onClick={() => void fetchNextPage()}
        >
          Read older changes
        </Button>
      )}
    </PanelSection>
  );
}

const VERBS: Readonly<Record<string, string>> = {
  'flags.create': 'created',
  'flags.update': 'updated',
  'flags.delete': 'deleted',
};

function isOf(flagKey: string): (change: Change) => boolean {
  return ({ target }) => target === flagKey;
}
