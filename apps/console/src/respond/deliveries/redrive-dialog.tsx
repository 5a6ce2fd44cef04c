import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import { forgetAnswers, useApi } from '../../api/hooks.js';
import { useScope } from '../../scope/scope.js';
import { formatCount } from '../../time/format.js';
import { Select } from '../../ui/controls/select.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { Choices } from '../parts/choices.js';
import classes from '../parts/respond.module.css';

const STATES = ['failed', 'dlq'] as const;
const LABELS = [
  ['failed', 'failed'],
  ['dlq', 'dead letter'],
] as const;
const PAGE_SIZE = 1000;

/** Sends failed deliveries again, page after page. */
export function RedriveDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { project, query } = useScope();
  const client = useQueryClient();
  const channels = useApi('GET /notifications/channels', {});
  const [states, setStates] = useState<readonly string[]>(STATES);
  const [channel, setChannel] = useState('');
  const [isInRange, setIsInRange] = useState('all');
  const [error, setError] = useState<Error>();
  const [isBusy, setIsBusy] = useState(false);
  const [sent, setSent] = useState(0);
  const closing = useRef<AbortController>(undefined);
  useEffect(() => () => closing.current?.abort(), []);
  const send = async (signal: AbortSignal): Promise<number> => {
    const { start_time, end_time } = query;
    const body = {
      status: STATES.filter((status) => states.includes(status)),
      limit: PAGE_SIZE,
      ...(channel !== '' && { channel }),
      ...(isInRange === 'range' && { start_time, end_time }),
    };
    let sum = 0;
    let cursor: string | undefined;
    do {
      const next = cursor === undefined ? {} : { cursor };
      const route = 'POST /notifications/deliveries/redrive';
      const { redriven, pagination } = await call(route, { body: { ...body, ...next } }, { project, signal });
      sum += redriven;
      setSent(sum);
      cursor = pagination?.has_more === true ? pagination.next_cursor : undefined;
    } while (cursor !== undefined);
    return sum;
  };
  const onConfirm = (): void => {
    if (isBusy) return;
    setIsBusy(true);
    setError(undefined);
    setSent(0);
    const controller = new AbortController();
    closing.current = controller;
    const onDone = (sum: number): void => {
      announce(`${formatCount(sum)} are sent again.`);
      onClose();
    };
    void send(controller.signal)
      .then(onDone, (failure: Error) => {
        if (!controller.signal.aborted) setError(failure);
      })
      .finally(() => {
        setIsBusy(false);
        void forgetAnswers(client, project, ['GET /notifications/deliveries']);
      });
  };
  const named = (channels.data?.channels ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <ConfirmDialog
      kind="primary"
      title="Send failed deliveries again?"
      action={isBusy ? 'Sending…' : 'Send again'}
      isPending={isBusy}
      disabledReason={states.length === 0 ? 'Choose at least one state.' : undefined}
      error={error ?? null}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <div className={classes.form}>
        {error && sent > 0 && (
          <p className={classes.warning}>{`${formatCount(sent)} are sent again already; the others failed.`}</p>
        )}
        <p>Their attempts start from the first one. Receivers may get notifications about what is over by now.</p>
        <Choices label="States" options={LABELS} chosen={states} onChange={setStates} />
        <Select
          label="Channel"
          showsLabel
          value={channel}
          options={[{ value: '', label: 'All channels' }, ...named]}
          onChange={setChannel}
        />
        <Select
          label="Created"
          showsLabel
          value={isInRange}
          options={[
            { value: 'all', label: 'At any time' },
            { value: 'range', label: 'In the time range of the page' },
          ]}
          onChange={setIsInRange}
        />
      </div>
    </ConfirmDialog>
  );
}
