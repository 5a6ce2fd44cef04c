import { useEffect, useState, type ReactNode } from 'react';
import { useApi, useApiChange } from '../../api/hooks.js';
import { isWorthRetrying } from '../../api/query-client.js';
import { describeReason, toReach } from '../../deliveries/describe-delivery.js';
import type { Channel, Delivery } from '../../gen/api.js';
import { Badge, type Tone } from '../../ui/controls/badge.js';
import { Button } from '../../ui/controls/button.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../settings.module.css';

interface TestChannelProps {
  readonly channel: Channel;
  readonly onClose: () => void;
}

const TONES: Readonly<Record<string, Tone>> = {
  pending: 'info',
  sending: 'info',
  retrying: 'warn',
  sent: 'ok',
  suppressed: 'neutral',
};

/** Milliseconds between two looks at the delivery. */
const POLL_MS = 1000;
/** The same for a delivery that waits for its next attempt. */
const RETRY_POLL_MS = 5000;

/** Sends a test to a channel, and shows what its receiver has answered. */
export function TestChannel({ channel, onClose }: TestChannelProps): ReactNode {
  const { mutate, data, error } = useApiChange('POST /notifications/channels/{channel_id}/test', [
    'GET /notifications/channels',
  ]);
  useEffect(() => mutate({ path: { channel_id: channel.id }, body: {} }), [mutate, channel.id]);
  return (
    <Dialog title="Test of the channel" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <div className={classes.form} aria-live="polite">
        <p>
          {'A test is sent to '}
          <OutsideText text={channel.name} limit={80} />.
        </p>
        {error && <ErrorBox error={error} />}
        {data && <Result delivery={data} />}
      </div>
    </Dialog>
  );
}

function Result({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const [pollMs, setPollMs] = useState<number | false>(POLL_MS);
  const { data = delivery, error } = useApi(
    'GET /notifications/deliveries/{delivery_id}',
    { path: { delivery_id: delivery.id } },
    { refetchInterval: pollMs },
  );
  const hasEnded = toReach(data) !== 'not yet' || (error !== null && !isWorthRetrying(error));
  const nextMs = hasEnded ? false : data.status === 'retrying' ? RETRY_POLL_MS : POLL_MS;
  if (nextMs !== pollMs) setPollMs(nextMs);
  const last = data.attempts.at(-1);
  return (
    <>
      {error && <ErrorBox error={error} />}
      <p>
        <Badge tone={TONES[data.status] ?? 'danger'}>{data.status === 'dlq' ? 'dead letter' : data.status}</Badge>{' '}
        <OutsideText text={describeReason(data)} limit={200} />
      </p>
      {last && (
        <p className={classes.note}>
          {last.status_code === undefined ? '' : `The receiver answered with ${last.status_code}. `}
          <OutsideText text={last.error === '' ? last.response_excerpt : last.error} limit={300} />
        </p>
      )}
    </>
  );
}
