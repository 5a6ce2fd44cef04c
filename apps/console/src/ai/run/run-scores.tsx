import { useState, type FormEvent, type ReactNode } from 'react';
import { useApi, useApiChange } from '../../api/hooks.js';
import type { Score } from '../../gen/api.js';
import { useSession } from '../../session/session.js';
import { TimeText } from '../../time/time-text.js';
import { Button } from '../../ui/controls/button.js';
import { TextField } from '../../ui/controls/text-field.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { Tip } from '../../ui/text/tip.js';
import classes from './run-scores.module.css';

const ROUTE = 'GET /agent-runs/{run_id}/scores';

/** Shows how a run was judged by people, models and applications, and a verdict of one's own. */
export function RunScores({ runId }: { readonly runId: string }): ReactNode {
  const { can } = useSession();
  const path = { run_id: runId };
  const { data, error, refetch } = useApi(ROUTE, { path });
  const add = useApiChange('POST /agent-runs/{run_id}/scores', [ROUTE]);
  const [label, setLabel] = useState('');
  const [comment, setComment] = useState('');
  const reason = can('agent_runs:write') ? undefined : 'Your role does not have agent_runs:write.';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (reason !== undefined || label.trim() === '' || add.isPending) return;
    const body = { label: label.trim(), ...(comment.trim() !== '' && { comment: comment.trim() }) };
    add.mutate(
      { path, body },
      {
        onSuccess: () => {
          announce('Added the score.');
          setLabel('');
          setComment('');
        },
      },
    );
  };
  return (
    <PanelSection title="Scores">
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <Table<Score>
        label="Scores"
        rows={data?.scores}
        getId={({ id }) => id}
        empty="The run was not judged yet."
        columns={[
          { label: 'Quality', render: ({ name }) => <OutsideText text={name} limit={64} /> },
          {
            label: 'Verdict',
            render: ({ label: verdict, value, comment: why, is_current: isCurrent }) => (
              <Tip text={why}>
                <OutsideText text={value === null ? verdict : `${verdict} (${value})`} limit={80} />
                {!isCurrent && ' · earlier'}
              </Tip>
            ),
          },
          { label: 'By', isOptional: true, render: ({ source }) => source },
          { label: 'At', isNumber: true, render: ({ created_at: at }) => at !== undefined && <TimeText at={at} /> },
        ]}
      />
      <form className={classes.form} onSubmit={submit}>
        <TextField label="Verdict" value={label} maxLength={64} placeholder="good or bad" onChange={setLabel} />
        <TextField label="Reason" value={comment} maxLength={2000} onChange={setComment} />
        <Button
          type="submit"
          disabledReason={reason ?? (label.trim() === '' ? 'Type a verdict, such as good or bad.' : undefined)}
        >
          Add
        </Button>
      </form>
      {add.error && <ErrorBox error={add.error} />}
    </PanelSection>
  );
}
