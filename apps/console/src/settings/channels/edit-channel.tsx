import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { Conflict } from '../../drafts/conflict.js';
import { toDifferences } from '../../drafts/differences.js';
import { useEdit } from '../../drafts/use-edit.js';
import type { Channel, ChannelTypeInfo } from '../../gen/api.js';
import { TextField } from '../../ui/controls/text-field.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { CheckField } from '../../ui/fields/check-field.js';
import classes from '../settings.module.css';
import { isStored, toChannelChange, toChannelDraft, toComparable, toEditFields } from './channel-draft.js';
import { ConfigField } from './config-field.js';
import { toFields } from './schema-fields.js';

interface EditChannelProps {
  readonly channel: Channel;
  readonly type: ChannelTypeInfo;
  readonly onClose: () => void;
}

/** Changes a channel. Its secrets are never read, and stay with the address that they were given for. */
export function EditChannel({ channel, type, onClose }: EditChannelProps): ReactNode {
  const fields = toFields(type.config_schema);
  const { mutate, error, isPending, reset } = useApiChange('PATCH /notifications/channels/{channel_id}', [
    'GET /notifications/channels',
  ]);
  const edit = useEdit(channel, (each) => toChannelDraft(each, fields), error);
  const { draft, change, isChanged, isConflict, version } = edit;
  const { body, faults, missing } = toChannelChange(channel, fields, draft, version);
  const reason = !isChanged
    ? 'Nothing was changed.'
    : draft.name.trim() === ''
      ? 'Type a name first.'
      : missing.length > 0
        ? `Fill in first: ${missing.join(', ')}.`
        : faults.size > 0
          ? 'Correct what is marked first.'
          : undefined;
  const onSave = (): void => {
    const onSuccess = (): void => {
      announce(`Saved ${draft.name}`);
      onClose();
    };
    mutate({ path: { channel_id: channel.id }, body }, { onSuccess });
  };
  const labels = Object.fromEntries(Object.keys(toComparable(draft, fields)).map((name) => [name, name]));
  return (
    <ConfirmDialog
      title="Edit the channel"
      action="Save"
      kind="primary"
      error={isConflict ? null : error}
      isPending={isPending}
      disabledReason={reason}
      onConfirm={onSave}
      onClose={onClose}
    >
      <div className={classes.form}>
        <p className={classes.note}>{type.label}</p>
        <TextField label="Name" value={draft.name} maxLength={200} onChange={(name) => change({ name })} />
        {toEditFields(channel, fields).map((field) => (
          <div key={field.name}>
            <ConfigField
              field={{ ...field, isRequired: isRequiredBy(fields, field.name) }}
              value={draft.values[field.name] ?? ''}
              fault={faults.get(field.name)}
              onChange={(value) => change({ values: { ...draft.values, [field.name]: value } })}
            />
            {isStored(channel, field.name) && !isRequiredBy(fields, field.name) && (
              <CheckField
                label={`Remove what is stored as ${field.label}`}
                isChecked={draft.removed.includes(field.name)}
                onChange={(removes) =>
                  change({
                    removed: removes
                      ? [...draft.removed, field.name]
                      : draft.removed.filter((name) => name !== field.name),
                  })
                }
              />
            )}
          </div>
        ))}
        <TextField
          label="Events"
          value={draft.events}
          hint="Sent to it without a rule, such as issue.new or incident.*, with commas between them."
          fault={faults.get('events')}
          onChange={(events) => change({ events })}
        />
        <TextField
          label="Time zone of its messages"
          value={draft.zone}
          fault={faults.get('time_zone')}
          onChange={(zone) => change({ zone })}
        />
        <CheckField
          label="Send notifications"
          isChecked={draft.isEnabled}
          hint="What waits is not sent if it is turned off."
          onChange={(isEnabled) => change({ isEnabled })}
        />
        {isConflict && (
          <Conflict
            operation="channels.update"
            about={channel.id}
            differences={toDifferences(
              toComparable(toChannelDraft(channel, fields), fields),
              toComparable(draft, fields),
              labels,
            )}
            onTake={() => {
              edit.load(channel);
              reset();
            }}
          />
        )}
      </div>
    </ConfirmDialog>
  );
}

function isRequiredBy(fields: ReturnType<typeof toFields>, name: string): boolean {
  return fields.some((field) => field.name === name && field.isRequired);
}
