import { useState, type ReactNode } from 'react';
import { Button } from '../../../ui/controls/button.js';
import { Card } from '../../../ui/layout/card.js';
import classes from '../../parts/respond.module.css';
import { useRefusal } from '../../parts/use-refusal.js';
import { CreateFeedDialog } from './create-feed-dialog.js';
import { EndFeedDialog } from './end-feed-dialog.js';

/** The feed by which the calendar of the user shows their shifts in all schedules. */
export function CalendarFeed(): ReactNode {
  const [dialog, setDialog] = useState<'create' | 'end'>();
  const role = useRefusal('oncall:write');
  const close = (): void => setDialog(undefined);
  return (
    <Card title="Your calendar">
      <div className={classes.form}>
        <p className={classes.note}>
          A calendar program can subscribe to your own shifts in all schedules of the project, for the last 30 and the
          next 92 days.
        </p>
        <div className={classes.bar}>
          <Button icon="clock" disabledReason={role} onClick={() => setDialog('create')}>
            Create a feed
          </Button>
          <Button kind="quiet" disabledReason={role} onClick={() => setDialog('end')}>
            End the feed
          </Button>
        </div>
      </div>
      {dialog === 'create' && <CreateFeedDialog onClose={close} />}
      {dialog === 'end' && <EndFeedDialog onClose={close} />}
    </Card>
  );
}
