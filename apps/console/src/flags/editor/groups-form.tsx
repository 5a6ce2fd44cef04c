import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.js';
import { moveItem } from '../../ui/fields/move-item.js';
import { newGroup, type GroupDraft } from './draft.js';
import classes from './editor.module.css';
import { GroupForm } from './group-form.js';

interface GroupsFormProps {
  readonly groups: readonly GroupDraft[];
  /** Keys of the flag's variants. */
  readonly variants: readonly string[];
  readonly faults: ReadonlyMap<string, string>;
  readonly onChange: (groups: readonly GroupDraft[]) => void;
}

/** The rules of a flag in the order in which they are tried. */
export function GroupsForm({ groups, variants, faults, onChange }: GroupsFormProps): ReactNode {
  return (
    <fieldset className={classes.fields}>
      <legend className={classes.heading}>Rules</legend>
      <p className={classes.note}>The first rule whose conditions and share apply decides. Without a rule it is off.</p>
      {groups.map((group, index) => (
        <GroupForm
          key={group.id}
          group={group}
          nth={index + 1}
          variants={variants}
          faults={faults}
          onChange={(next) => onChange(groups.map((each) => (each.id === group.id ? next : each)))}
          onRemove={() => onChange(groups.filter(({ id }) => id !== group.id))}
          onUp={index === 0 ? undefined : () => onChange(moveItem(groups, index, index - 1))}
        />
      ))}
      <Button icon="plus" onClick={() => onChange([...groups, newGroup()])}>
        Add a rule
      </Button>
    </fieldset>
  );
}
