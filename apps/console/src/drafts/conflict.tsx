import type { ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import { useSession } from '../session/session.js';
import { TimeText } from '../time/time-text.js';
import { Button } from '../ui/controls/button.js';
import { Table } from '../ui/layout/table.js';
import { OutsideText } from '../ui/text/outside-text.js';
import classes from './conflict.module.css';
import type { Difference } from './differences.js';

interface ConflictProps {
  /** The operation of the change, such as `channels.update`. */
  readonly operation: string;
  /** ID of what was changed; none for what there is one of. */
  readonly about?: string;
  readonly differences: readonly Difference[];
  /** Begins again with what is saved. */
  readonly onTake: () => void;
}

/** Shows what another user has saved beside the draft, and who it was. Saving again replaces it. */
export function Conflict({ operation, about, differences, onTake }: ConflictProps): ReactNode {
  const { can } = useSession();
  const { data } = useApi(
    'GET /account/audit-log',
    { query: { operation, limit: 20 } },
    { enabled: can('audit:read'), staleTime: 0, keepsPrevious: false },
  );
  const last = data?.entries.find(
    ({ outcome, target }) => outcome === 'succeeded' && (about === undefined || Object.values(target).includes(about)),
  );
  return (
    <div role="alert" className={classes.conflict}>
      <p>
        {'It was changed while you had it open, and your change was not saved. '}
        {last?.timestamp !== undefined && (
          <>
            {'The last change is by '}
            <OutsideText text={last.principal?.name ?? 'no one'} limit={80} />
            {' at '}
            <TimeText at={last.timestamp} precision="second" />.
          </>
        )}
      </p>
      <Table<Difference>
        label="What differs"
        rows={differences}
        getId={({ name }) => name}
        empty="What is saved now is the same as yours."
        columns={[
          { label: 'What', render: ({ name }) => name },
          { label: 'Saved now', render: ({ now }) => <OutsideText text={now} limit={200} /> },
          { label: 'Yours', render: ({ mine }) => <OutsideText text={mine} limit={200} /> },
        ]}
      />
      <p>Save again to replace it with yours.</p>
      <div>
        <Button onClick={onTake}>Take what is saved now</Button>
      </div>
    </div>
  );
}
