import type { ReactNode } from 'react';
import type { ConfigEntry } from '../../gen/api.js';
import { useMembers } from '../../session/use-members.js';
import { TimeText } from '../../time/time-text.js';
import { Button } from '../../ui/controls/button.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../settings.module.css';
import own from './configuration.module.css';
import { EntryValue } from './entry-value.js';

interface EntryTableProps {
  readonly entries: readonly ConfigEntry[] | undefined;
  readonly disabledReason: string | undefined;
  readonly onEdit: (key: string) => void;
  readonly onDelete: (id: string) => void;
}

/** All entries by key, with who changed them last. */
export function EntryTable({ entries, disabledReason, onEdit, onDelete }: EntryTableProps): ReactNode {
  const { nameOf } = useMembers();
  return (
    <Table<ConfigEntry>
      label="Configuration entries"
      rows={entries}
      getId={({ id }) => id}
      empty='The project has no entry yet. Make one, or run svc settings config set shop.limit --json &apos;{"config_type":"number","config_value":5}&apos;.'
      columns={[
        { label: 'Key', render: ({ key }) => <code className={own.key}>{key}</code> },
        {
          label: 'Type',
          isOptional: true,
          render: ({ config_type: type }) => <span className={classes.nowrap}>{type}</span>,
        },
        { label: 'Value', render: (entry) => <EntryValue entry={entry} /> },
        {
          label: 'Changed',
          isOptional: true,
          render: ({ updated_at: at, updated_by: by }) => (
            <span className={classes.nowrap}>
              {at !== undefined && <TimeText at={at} precision="minute" />}
              <span className={classes.second}>
                <OutsideText text={nameOf(by)} />
              </span>
            </span>
          ),
        },
        {
          label: 'Actions',
          isNumber: true,
          render: ({ id, key }) => (
            <span className={own.actions}>
              <Button aria-label={`Edit ${key}`} disabledReason={disabledReason} onClick={() => onEdit(key)}>
                Edit
              </Button>
              <Button aria-label={`Delete ${key}`} disabledReason={disabledReason} onClick={() => onDelete(id)}>
                Delete
              </Button>
            </span>
          ),
        },
      ]}
    />
  );
}
