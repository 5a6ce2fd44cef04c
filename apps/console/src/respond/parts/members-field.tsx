import type { ReactNode } from 'react';
import { useMembers } from '../../session/use-members.js';
import { Button } from '../../ui/controls/button.js';
import { Select } from '../../ui/controls/select.js';
import { moveItem } from '../../ui/fields/move-item.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from './respond.module.css';
import { useMemberOptions } from './use-member-options.js';

interface MembersFieldProps {
  readonly label: string;
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  /** Members take turns: their order counts, and one may appear twice. */
  readonly hasTurns?: boolean;
}

/** Chooses members by their names. */
export function MembersField({ label, ids, onChange, hasTurns = false }: MembersFieldProps): ReactNode {
  const { nameOf } = useMembers();
  const options = useMemberOptions().filter(({ value }) => hasTurns || !ids.includes(value));
  return (
    <div role="group" aria-label={label}>
      <span className={classes.fieldLabel}>{label}</span>
      <ol>
        {ids.map((id, index) => (
          <li key={`${index} ${id}`} className={classes.item}>
            {hasTurns && <span className={classes.note}>{`${index + 1}.`}</span>}
            <OutsideText text={nameOf(id)} />
            <span className={classes.itemActions}>
              {hasTurns && index > 0 && (
                <Button
                  kind="quiet"
                  aria-label={`Move up ${nameOf(id)}`}
                  onClick={() => onChange(moveItem(ids, index, index - 1))}
                >
                  Move up
                </Button>
              )}
              <Button
                kind="quiet"
                icon="close"
                aria-label={`Remove ${nameOf(id)}`}
                onClick={() => onChange(ids.toSpliced(index, 1))}
              />
            </span>
          </li>
        ))}
      </ol>
      <Select
        label={`Add to ${label.toLowerCase()}`}
        value=""
        options={[{ value: '', label: 'Add a member…' }, ...options]}
        onChange={(id) => id !== '' && onChange([...ids, id])}
      />
    </div>
  );
}
