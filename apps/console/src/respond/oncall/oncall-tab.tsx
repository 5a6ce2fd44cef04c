import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { Schedule } from '../../gen/api.js';
import { toLazy } from '../../tabs/tabbed-page.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import type { Kind } from '../parts/kind.js';
import { OneOf } from '../parts/one-of.js';
import type { TabProps } from '../parts/tab-props.js';
import { DeleteScheduleDialog } from './delete-schedule-dialog.js';
import { ScheduleView } from './schedule-view.js';

const KIND: Kind<Schedule> = {
  noun: 'schedule',
  scope: 'oncall:write',
  empty: {
    title: 'No schedule yet',
    text: 'A schedule says which member is on call at each time. Escalation policies page the one who is.',
    command: 'svc oncall schedules create --help',
  },
  describe: ({ time_zone: zone }) => `Times are those of ${zone}.`,
  View: ScheduleView,
  Editor: toLazy(async () => (await import('./editor/schedule-editor.js')).ScheduleEditor),
  DeleteDialog: DeleteScheduleDialog,
};

/** The schedules, one at a time. */
export function OncallTab(props: TabProps): ReactNode {
  const { data, error, refetch } = useApi('GET /oncall/schedules', {});
  if (error) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  return data ? <OneOf {...props} kind={KIND} items={data.schedules} /> : <div aria-busy="true" />;
}
