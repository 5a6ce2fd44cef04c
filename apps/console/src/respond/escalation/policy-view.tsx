import type { ReactNode } from 'react';
import type { EscalationLevel, EscalationPolicy } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { Card } from '../../ui/layout/card.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../parts/respond.module.css';
import { Warnings } from '../parts/warnings.js';
import { DryRun } from './dry-run.js';
import { useReceiverNames, type ReceiverNames } from './use-receiver-names.js';

/** The levels of a policy, what reaches nobody now, and a dry run. */
export function PolicyView({ item: policy }: { readonly item: EscalationPolicy }): ReactNode {
  const names = useReceiverNames();
  const { levels, max_escalations: passes, ack_timeout: timeout, warnings } = policy;
  return (
    <>
      <Warnings texts={warnings} />
      <Card title="Levels">
        <Table<EscalationLevel>
          label="Levels"
          rows={levels}
          getId={({ level }) => String(level)}
          empty="It has none."
          columns={[
            { label: 'Level', render: ({ level }) => level },
            { label: 'Pages', render: (level) => <Receivers level={level} names={names} /> },
            { label: 'Then waits', render: ({ delay }) => delay },
          ]}
        />
        <p className={classes.note}>
          {`It goes through all levels ${passes === 1 ? 'once' : `${passes} times`}. `}
          {timeout === undefined || timeout === ''
            ? 'An acknowledgement stops it until the incident is opened again.'
            : `It starts again ${timeout} after an acknowledgement, unless the incident is resolved.`}
        </p>
      </Card>
      <DryRun policyId={policy.id} names={names} />
    </>
  );
}

function Receivers({ level, names }: { readonly level: EscalationLevel; readonly names: ReceiverNames }): ReactNode {
  const { schedules, users, channels } = level;
  return (
    <ul>
      {schedules.map((id) => (
        <li key={id}>
          <ScopeLink to="respond" search={{ tab: 'oncall', open: id }}>
            {'On call in '}
            <OutsideText text={names.schedule(id)} limit={80} />
          </ScopeLink>
        </li>
      ))}
      {users.map((id) => (
        <li key={id}>
          <OutsideText text={names.user(id)} />
        </li>
      ))}
      {channels.map((id) => (
        <li key={id}>
          Channel <OutsideText text={names.channel(id)} limit={80} />
        </li>
      ))}
    </ul>
  );
}
