import { useState, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { CopyMenu } from '../../copy/copy-menu.js';
import type { Channel } from '../../gen/api.js';
import { useScope } from '../../scope/scope.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { Badge, type Tone } from '../../ui/controls/badge.js';
import { Button } from '../../ui/controls/button.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { Tip } from '../../ui/text/tip.js';
import { useSearchState } from '../../url/use-search-state.js';
import { OPEN_FIELDS } from '../fields.js';
import classes from '../settings.module.css';
import { CreateChannel } from './create-channel.js';
import { DeleteChannel } from './delete-channel.js';
import { describeHealth, describeUnproved } from './describe-health.js';
import { EditChannel } from './edit-channel.js';
import { TestChannel } from './test-channel.js';

type Asked = { readonly kind: 'create' } | { readonly kind: 'test' | 'delete'; readonly channel: Channel };

const TONES: Readonly<Record<string, Tone>> = { healthy: 'ok', degraded: 'warn', unhealthy: 'danger' };

/** Where alerts and incidents of the project are sent to, and whether that works. */
export function ChannelsSection(): ReactNode {
  const { can } = useSession();
  const { project } = useScope();
  const [asked, setAsked] = useState<Asked>();
  const { data, error, refetch } = useApi('GET /notifications/channels', {});
  const types = useApi('GET /notifications/channel-types', {}, { staleTime: 5 * 60_000 });
  const reason = can('notifications:write') ? undefined : missingScope('notifications:write');
  const [{ open }, update] = useSearchState(OPEN_FIELDS);
  const opened = data?.channels.find(({ id }) => id === open);
  const openedType = types.data?.types.find(({ type }) => type === opened?.type);
  const close = (): void => setAsked(undefined);
  const nameOf = (type: string): string => types.data?.types.find((each) => each.type === type)?.label ?? type;
  return (
    <>
      <div className={classes.bar}>
        <Button kind="primary" icon="plus" disabledReason={reason} onClick={() => setAsked({ kind: 'create' })}>
          New channel
        </Button>
        <CopyMenu route="GET /notifications/channels" input={{}} project={project} />
      </div>
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <Table<Channel>
        label="Channels"
        rows={data?.channels}
        getId={({ id }) => id}
        empty="The project has no channel yet, so alerts and incidents are not sent anywhere. Create one, or run svc channels create."
        columns={[
          {
            label: 'Name',
            render: ({ name, enabled }) => (
              <>
                <OutsideText text={name} limit={80} /> {!enabled && <Badge>disabled</Badge>}
              </>
            ),
          },
          { label: 'Type', render: ({ type }) => nameOf(type) },
          {
            label: 'Events',
            isOptional: true,
            render: ({ events }) => (events.length === 0 ? 'only by rules' : events.join(', ')),
          },
          { label: 'Health', render: (channel) => <Health channel={channel} /> },
          {
            label: 'Actions',
            isNumber: true,
            render: (channel) => (
              <span className={classes.actions}>
                <Button
                  aria-label={`Test ${channel.name}`}
                  disabledReason={reason}
                  onClick={() => setAsked({ kind: 'test', channel })}
                >
                  Test
                </Button>
                <Button
                  aria-label={`Edit ${channel.name}`}
                  disabledReason={reason ?? (types.data ? undefined : 'The types of channels are not known yet.')}
                  onClick={() => update({ open: channel.id })}
                >
                  Edit
                </Button>
                <Button
                  aria-label={`Delete ${channel.name}`}
                  disabledReason={reason}
                  onClick={() => setAsked({ kind: 'delete', channel })}
                >
                  Delete
                </Button>
              </span>
            ),
          },
        ]}
      />
      {asked?.kind === 'create' && (
        <CreateChannel types={types.data?.types ?? []} typesError={types.error} onClose={close} />
      )}
      {opened && openedType && reason === undefined && (
        <EditChannel key={opened.id} channel={opened} type={openedType} onClose={() => update({ open: undefined })} />
      )}
      {asked?.kind === 'test' && <TestChannel channel={asked.channel} onClose={close} />}
      {asked?.kind === 'delete' && <DeleteChannel channel={asked.channel} onClose={close} />}
    </>
  );
}

function Health({ channel: { health, unproved_recipients: unproved } }: { readonly channel: Channel }): ReactNode {
  if (!health) return 'unknown';
  const { status, consecutive_failures: failures } = health;
  return (
    <>
      <Tip text={describeHealth(health)}>
        <Badge tone={TONES[status] ?? 'neutral'}>{status}</Badge>
        {failures > 0 && ` ${failures} failed in a row`}
      </Tip>
      {unproved.length > 0 && (
        <Tip text={describeUnproved(unproved)}>
          {' '}
          <Badge tone="warn">{`${unproved.length} not proved`}</Badge>
        </Tip>
      )}
    </>
  );
}
