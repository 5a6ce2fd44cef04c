import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { AffectedAccount, AffectedPerson } from '../../gen/api.js';
import { TargetLink } from '../../links/target-link.js';
import { useSession } from '../../session/session.js';
import { formatCount } from '../../time/format.js';
import { TimeText } from '../../time/time-text.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { Table, type TableColumn } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from './issue-details.module.css';

const SHOWN = 10;

const FIGURES: readonly TableColumn<AffectedPerson | AffectedAccount>[] = [
  { label: 'Errors', isNumber: true, render: ({ count }) => formatCount(count) },
  {
    label: 'Last error',
    isNumber: true,
    render: ({ last_seen: last }) => last !== undefined && <TimeText at={last} precision="minute" />,
  },
];

/** The persons and accounts that an issue affected, those with the latest errors first. */
export function Affected({ issueId }: { readonly issueId: string }): ReactNode {
  const { can } = useSession();
  const input = { path: { group_id: issueId }, query: { limit: SHOWN } };
  const { data, error, refetch } = useApi('GET /errors/groups/{group_id}/affected', input, {
    enabled: can('errors:read'),
  });
  if (!can('errors:read')) return null;
  const more = (data?.person_count ?? 0) - (data?.affected.length ?? 0);
  return (
    <PanelSection title={data ? `Affected persons: ${formatCount(data.person_count)}` : 'Affected persons'}>
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <Table<AffectedPerson>
        label="Affected persons"
        rows={data?.affected}
        getId={({ person_id: id }) => id}
        empty="No error names a person."
        columns={[
          {
            label: 'Person',
            render: ({ person_id: id, distinct_id: name }) => (
              <TargetLink type="person" id={id}>
                <OutsideText text={name} limit={80} />
              </TargetLink>
            ),
          },
          ...FIGURES,
        ]}
      />
      {more > 0 && <p className={classes.note}>{`and ${formatCount(more)} more`}</p>}
      {data && data.anonymous_count > 0 && (
        <p className={classes.note}>{`${formatCount(data.anonymous_count)} errors name no person.`}</p>
      )}
      {data && data.accounts.length > 0 && (
        <Table<AffectedAccount>
          label="Affected accounts"
          rows={data.accounts.slice(0, SHOWN)}
          getId={({ group_type: type, group_key: key }) => `${type} ${key}`}
          empty=""
          columns={[
            {
              label: 'Account',
              render: ({ group_type: type, group_key: key }) => (
                <>
                  <OutsideText text={key} limit={80} /> <span className={classes.note}>{type}</span>
                </>
              ),
            },
            ...FIGURES,
          ]}
        />
      )}
      {data && (data.accounts_truncated || data.accounts.length > SHOWN) && (
        <p className={classes.note}>More accounts are affected than are shown.</p>
      )}
    </PanelSection>
  );
}
