import type { ReactNode } from 'react';
import type { ConfigEntry } from '../../gen/api.js';
import { Button } from '../../ui/controls/button.js';
import { Table } from '../../ui/layout/table.js';
import classes from '../settings.module.css';
import own from './configuration.module.css';
import { EntryValue } from './entry-value.js';
import { OPTIONS, type ServiceOption } from './options.js';

interface ServiceOptionsProps {
  readonly entries: readonly ConfigEntry[];
  readonly disabledReason: string | undefined;
  /** Opens the form of an entry. */
  readonly onSet: (key: string) => void;
}

/** The entries that change what the service does, with what they are now. */
export function ServiceOptions({ entries, disabledReason, onSet }: ServiceOptionsProps): ReactNode {
  return (
    <Table<ServiceOption>
      label="Options of the service"
      rows={OPTIONS}
      getId={({ key }) => key}
      empty=""
      columns={[
        {
          label: 'Key',
          render: ({ key, effect }) => (
            <>
              <code>{key}</code>
              <span className={classes.second}>{effect}</span>
            </>
          ),
        },
        {
          label: 'Now',
          render: ({ key, unset }) => {
            const entry = entries.find((each) => each.key === key);
            return entry ? <EntryValue entry={entry} /> : <span className={own.key}>{`not set: ${unset}`}</span>;
          },
        },
        {
          label: 'Actions',
          isNumber: true,
          render: ({ key }) => (
            <Button aria-label={`Set ${key}`} disabledReason={disabledReason} onClick={() => onSet(key)}>
              Set
            </Button>
          ),
        },
      ]}
    />
  );
}
