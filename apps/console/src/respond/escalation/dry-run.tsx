import { useState, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { EscalationStep } from '../../gen/api.js';
import { useScope } from '../../scope/scope.js';
import { formatDuration } from '../../time/format.js';
import { TimeText } from '../../time/time-text.js';
import { Select } from '../../ui/controls/select.js';
import { TextField } from '../../ui/controls/text-field.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Card } from '../../ui/layout/card.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { fromLocal, toLocal } from '../parts/local-time.js';
import classes from '../parts/respond.module.css';
import { describeEnd, describeStep } from './describe-step.js';
import ownClasses from './escalation.module.css';
import type { ReceiverNames } from './use-receiver-names.js';

interface DryRunProps {
  readonly policyId: string;
  readonly names: ReceiverNames;
}

const MINUTE_MS = 60_000;
const AFTER = [
  ['', 'never'],
  ['5', 'after 5 minutes'],
  ['15', 'after 15 minutes'],
  ['60', 'after 1 hour'],
].map(([value = '', label = '']) => ({ value, label }));

/** The steps of an escalation that would begin at a time, with the receivers that could not be reached. Nothing is sent. */
export function DryRun({ policyId, names }: DryRunProps): ReactNode {
  const { zone, nowMs } = useScope();
  const [start, setStart] = useState(toLocal(nowMs, zone));
  const [after, setAfter] = useState('');
  const startMs = fromLocal(start, zone);
  const at = startMs ?? nowMs;
  const { data, error, refetch } = useApi('GET /escalation-policies/{policy_id}/dry-run', {
    path: { policy_id: policyId },
    query: {
      at: new Date(at).toISOString(),
      ...(after !== '' && { acknowledged_at: new Date(at + Number(after) * MINUTE_MS).toISOString() }),
    },
  });
  return (
    <Card title="Dry run">
      <div className={classes.form}>
        <div className={classes.fields}>
          <TextField
            label="An incident opens at"
            type="datetime-local"
            value={start}
            onChange={setStart}
            fault={startMs === undefined ? 'Type a date and a time.' : undefined}
          />
          <Select label="Acknowledged" showsLabel value={after} options={AFTER} onChange={setAfter} />
        </div>
        {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
        <Table<EscalationStep>
          label="Steps of the dry run"
          rows={data?.steps}
          getId={({ at: time = '', pass, level }) => `${time} ${pass} ${level}`}
          empty="It would page nobody."
          columns={[
            { label: 'Time', render: ({ at: time = '' }) => <TimeText at={time} precision="minute" /> },
            {
              label: 'After',
              isNumber: true,
              isOptional: true,
              render: ({ at: time = '' }) => formatDuration(Math.max(0, Date.parse(time) - at), 'ms'),
            },
            { label: 'Level', isNumber: true, render: ({ level, pass }) => `${level} (pass ${pass})` },
            { label: 'Reason', isOptional: true, render: ({ reason }) => describeStep(reason) },
            { label: 'Paged', render: (step) => <Paged step={step} names={names} /> },
          ]}
        />
        {data && (
          <p role="status" className={classes.note}>
            {describeEnd(data.end_reason)}{' '}
            {data.ended_at !== undefined && <TimeText at={data.ended_at} precision="minute" />}
          </p>
        )}
      </div>
    </Card>
  );
}

function Paged({ step, names }: { readonly step: EscalationStep; readonly names: ReceiverNames }): ReactNode {
  const { users, channels, missed } = step;
  const isEmpty = users.length + channels.length === 0;
  return (
    <ul>
      {users.map(({ user_id: id, name, schedule_id: schedule }) => (
        <li key={id}>
          <OutsideText text={name} />
          {schedule !== undefined && <span className={classes.note}>{` on call in ${names.schedule(schedule)}`}</span>}
        </li>
      ))}
      {channels.map((id) => (
        <li key={id}>
          Channel <OutsideText text={names.channel(id)} limit={80} />
        </li>
      ))}
      {isEmpty && <li className={ownClasses.nobody}>Nobody</li>}
      {missed.map(({ type, id, summary }) => (
        <li key={`${type} ${id}`} className={ownClasses.missed}>
          <OutsideText text={summary} limit={200} />
        </li>
      ))}
    </ul>
  );
}
