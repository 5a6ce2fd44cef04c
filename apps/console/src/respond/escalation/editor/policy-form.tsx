import type { ReactNode } from 'react';
import { useApi } from '../../../api/hooks.js';
import { missingScope } from '../../../session/missing-scope.js';
import { useSession } from '../../../session/session.js';
import { Button } from '../../../ui/controls/button.js';
import { TextField } from '../../../ui/controls/text-field.js';
import { moveItem } from '../../../ui/fields/move-item.js';
import classes from '../../parts/respond.module.css';
import { newLevel, type LevelDraft, type PolicyDraft } from './draft.js';
import { LevelForm } from './level-form.js';

interface PolicyFormProps {
  readonly draft: PolicyDraft;
  readonly set: (fields: Partial<PolicyDraft>) => void;
}

const MAX_LEVELS = 10;

/** All fields of a policy. */
export function PolicyForm({ draft, set }: PolicyFormProps): ReactNode {
  const { can } = useSession();
  const schedules = useApi('GET /oncall/schedules', {}, { enabled: can('oncall:read') });
  const channels = useApi('GET /notifications/channels', {}, { enabled: can('notifications:read') });
  const { levels } = draft;
  const change = (next: LevelDraft): void => set({ levels: levels.map((each) => (each.id === next.id ? next : each)) });
  return (
    <div className={classes.form}>
      <TextField label="Name" value={draft.name} onChange={(name) => set({ name })} maxLength={200} />
      {!can('notifications:read') && <p className={classes.note}>{missingScope('notifications:read')}</p>}
      {!can('oncall:read') && <p className={classes.note}>{missingScope('oncall:read')}</p>}
      <div className={classes.blocks}>
        {levels.map((level, index) => (
          <LevelForm
            key={level.id}
            nth={index + 1}
            level={level}
            schedules={schedules.data?.schedules}
            channels={channels.data?.channels}
            onChange={change}
            onUp={index === 0 ? undefined : () => set({ levels: moveItem(levels, index, index - 1) })}
            onRemove={levels.length === 1 ? undefined : () => set({ levels: levels.toSpliced(index, 1) })}
          />
        ))}
        <Button
          icon="plus"
          disabledReason={levels.length < MAX_LEVELS ? undefined : `A policy has at most ${MAX_LEVELS} levels.`}
          onClick={() => set({ levels: [...levels, newLevel()] })}
        >
          Add a level
        </Button>
      </div>
      <div className={classes.pair}>
        <TextField
          label="Goes through all levels"
          inputMode="numeric"
          value={draft.passes}
          onChange={(passes) => set({ passes })}
          hint="1 to 20 times."
        />
        <TextField
          label="An acknowledgement holds"
          value={draft.ackTimeout}
          onChange={(ackTimeout) => set({ ackTimeout })}
          placeholder="30m"
          hint="Escalation starts again after this time. If empty, an acknowledgement never ends."
        />
      </div>
    </div>
  );
}
