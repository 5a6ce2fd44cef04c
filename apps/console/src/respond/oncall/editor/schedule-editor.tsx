import { useState, type ReactNode } from 'react';
import type { Schedule } from '../../../gen/api.js';
import { useScope } from '../../../scope/scope.js';
import { useSession } from '../../../session/session.js';
import { useMembers } from '../../../session/use-members.js';
import { ChangedDialog } from '../../parts/changed-dialog.js';
import { EditorFrame } from '../../parts/editor-frame.js';
import classes from '../../parts/respond.module.css';
import { useRefusal } from '../../parts/use-refusal.js';
import { useSave } from '../../parts/use-save.js';
import { SavedPlan } from '../saved-plan.js';
import { compareSchedules } from './compare-schedules.js';
import { newDraft, toDraft, type ScheduleDraft } from './draft.js';
import { ScheduleForm } from './schedule-form.js';
import { SCHEDULE_WAYS } from './schedule-ways.js';
import { findFault } from './to-request.js';

interface ScheduleEditorProps {
  /** The schedule that is changed; a new one is made without. */
  readonly item?: Schedule;
  readonly onSaved: (schedule: Schedule) => void;
  readonly onClose: () => void;
}

/** Makes or changes a schedule, beside the plan of the saved one. */
export function ScheduleEditor({ item: schedule, onSaved, onClose }: ScheduleEditorProps): ReactNode {
  const { nowMs, zone } = useScope();
  const { user } = useSession();
  const { nameOf } = useMembers();
  // The draft is about the version that it was begun with.
  const [base] = useState(schedule);
  const [draft, setDraft] = useState<ScheduleDraft>(() => (base ? toDraft(base) : newDraft(zone, nowMs, user.id)));
  const role = useRefusal('oncall:write');
  const { save, error, conflict, keep } = useSave(SCHEDULE_WAYS, onSaved);
  const isOpen = draft.layers.every(({ windows, end }) => windows.length > 0 || end !== '');
  return (
    <>
      <EditorFrame
        form={<ScheduleForm draft={draft} set={(fields) => setDraft((now) => ({ ...now, ...fields }))} />}
        title="On call"
        action={base ? 'Save the schedule' : 'Create the schedule'}
        refusal={role ?? findFault(draft)}
        error={error}
        onSave={() => save(draft, base)}
        onClose={onClose}
      >
        {isOpen && (
          <p className={classes.warning}>
            No layer always applies. Outside of their windows and after their ends nobody is on call.
          </p>
        )}
        {base ? (
          <SavedPlan schedule={base} />
        ) : (
          <p className={classes.note}>
            Once it is saved, the calendar shows who is on call in the next two weeks, and where nobody is.
          </p>
        )}
      </EditorFrame>
      {conflict && base && (
        <ChangedDialog
          title="The schedule has changed"
          differences={compareSchedules(base, conflict, nameOf)}
          onApply={() => save(draft, conflict)}
          onClose={keep}
        >
          Your schedule was not saved, because the stored one is no longer the one that you have opened. Saving yours
          replaces it.
        </ChangedDialog>
      )}
    </>
  );
}
