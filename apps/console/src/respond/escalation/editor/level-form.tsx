import type { ReactNode } from 'react';
import type { Channel, Schedule } from '../../../gen/api.js';
import { TextField } from '../../../ui/controls/text-field.js';
import { Block } from '../../parts/block.js';
import { Choices } from '../../parts/choices.js';
import { MembersField } from '../../parts/members-field.js';
import classes from '../../parts/respond.module.css';
import type { LevelDraft } from './draft.js';
import { DutyNote } from './duty-note.js';
import { isEmpty } from './to-request.js';

interface LevelFormProps {
  /** Position of the level, from 1. */
  readonly nth: number;
  readonly level: LevelDraft;
  /** Undefined if the role may not read them. */
  readonly schedules: readonly Schedule[] | undefined;
  readonly channels: readonly Channel[] | undefined;
  readonly onChange: (level: LevelDraft) => void;
  readonly onUp: (() => void) | undefined;
  readonly onRemove: (() => void) | undefined;
}

/** The receivers of one level, and the time until the next one. */
export function LevelForm(props: LevelFormProps): ReactNode {
  const { nth, level, schedules = [], channels = [], onChange, onUp, onRemove } = props;
  const set = (fields: Partial<LevelDraft>): void => onChange({ ...level, ...fields });
  const chosen = channels.filter(({ id }) => level.channels.includes(id));
  const isOff = level.channels.length > 0 && chosen.length > 0 && chosen.every(({ enabled }) => !enabled);
  const others = level.users.length + level.schedules.length;
  return (
    <Block
      name={`Level ${nth}`}
      note={isEmpty(level) ? 'pages nobody yet' : 'pages all of these at once'}
      onUp={onUp}
      onRemove={onRemove}
    >
      <span className={classes.fieldLabel}>On call in</span>
      <Named
        label="On call in"
        none="The project has no schedule."
        named={schedules.map(({ id, name }) => [id, name])}
        chosen={level.schedules}
        onChange={(next) => set({ schedules: next })}
      />
      {level.schedules.map((id) => (
        <DutyNote key={id} scheduleId={id} name={schedules.find((each) => each.id === id)?.name ?? id} />
      ))}
      <MembersField label="Members" ids={level.users} onChange={(users) => set({ users })} />
      <span className={classes.fieldLabel}>Channels</span>
      <Named
        label="Channels"
        none="The project has no channel."
        named={channels.map(({ id, name, enabled }) => [id, enabled ? name : `${name} (disabled)`])}
        chosen={level.channels}
        onChange={(next) => set({ channels: next })}
      />
      {isOff && (
        <p className={classes.warning}>
          {others === 0 ? 'It reaches nobody: its channels are disabled.' : 'Its channels are disabled.'}
        </p>
      )}
      <TextField
        label="Then waits"
        value={level.delay}
        onChange={(delay) => set({ delay })}
        hint="Before the next level, from 1m to 24h."
      />
    </Block>
  );
}

interface NamedProps {
  readonly label: string;
  /** A sentence if there is nothing to choose. */
  readonly none: string;
  readonly named: readonly (readonly [id: string, name: string])[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Things by their names; those that are chosen and not known can still be taken out. */
function Named({ label, none, named, chosen, onChange }: NamedProps): ReactNode {
  const unknown = chosen.filter((id) => !named.some(([known]) => known === id));
  const options = [...named, ...unknown.map((id) => [id, id] as const)];
  if (options.length === 0) return <p className={classes.note}>{none}</p>;
  return <Choices label={label} options={options} chosen={chosen} onChange={onChange} />;
}
