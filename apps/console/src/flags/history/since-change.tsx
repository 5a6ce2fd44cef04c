import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { Flag, Issue } from '../../gen/api.js';
import { TargetLink } from '../../links/target-link.js';
import { useScope } from '../../scope/scope.js';
import { useSession } from '../../session/session.js';
import { formatCount } from '../../time/format.js';
import { TimeText } from '../../time/time-text.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../flag.module.css';

const READ = 100;
const SHOWN = 8;

/** The issues that began after the last change of the flag, as a hint: nothing says that the flag caused them. */
export function SinceChange({ flag }: { readonly flag: Flag }): ReactNode {
  const { can } = useSession();
  const { query: scope } = useScope();
  const mayRead = can('issues:read');
  const changed = flag.updated_at ?? '';
  const query = { start_time: changed, sort: 'first_seen' as const, limit: READ, environment: scope.environment ?? [] };
  const { data, error, refetch } = useApi('GET /issues', { query }, { enabled: mayRead && changed !== '' });
  if (!mayRead || changed === '') return null;
  const begun = data?.issues.filter(({ first_seen: first }) => first !== undefined && first >= changed);
  return (
    <PanelSection title="Issues that began since the last change">
      <p className={classes.note}>
        {'The last change was at '}
        <TimeText at={changed} />. That they are later does not mean that the flag caused them.
      </p>
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <Table<Issue>
        label="Issues since the last change"
        rows={begun?.slice(0, SHOWN)}
        getId={({ id }) => id}
        empty="No issue has begun since then."
        columns={[
          {
            label: 'Issue',
            render: ({ id, title }) => (
              <TargetLink type="issue" id={id}>
                <OutsideText text={title} limit={140} />
              </TargetLink>
            ),
          },
          {
            label: 'First seen',
            isOptional: true,
            render: ({ first_seen: at }) => at !== undefined && <TimeText at={at} precision="minute" />,
          },
          {
            label: 'Events since',
            isNumber: true,
            render: ({ figures }) => formatCount(figures?.events ?? 0, 'short'),
          },
        ]}
      />
      {begun && begun.length > SHOWN && (
        <p
          className={classes.note}
        >{`The newest ${SHOWN} of ${begun.length}${begun.length === READ ? ' or more' : ''}.`}</p>
      )}
    </PanelSection>
  );
}
