import { memo, type ReactNode } from 'react';
import type { Silence } from '../../gen/api.js';
import { Cell, type Column } from '../../rows/rows.js';
import { formatAgo } from '../../time/format.js';
import { Button } from '../../ui/controls/button.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { State } from '../parts/states.js';
import classes from './silences.module.css';

export const SILENCE_COLUMNS: readonly Column[] = [
  { label: 'Status', width: '76px', narrowWidth: '70px' },
  { label: 'Silence', width: 'minmax(140px, 1fr)', narrowWidth: 'minmax(0, 1fr)' },
  { label: 'Matchers', width: 'minmax(140px, 40%)', isOptional: true },
  { label: 'Ends', width: '90px', narrowWidth: '74px' },
  { label: 'By', width: '110px', isOptional: true },
  { label: 'Action', width: '60px', narrowWidth: '52px' },
];

interface SilenceCellsProps {
  readonly silence: Silence;
  readonly nowMs: number;
  readonly nameOf: (id: string | undefined) => string;
  readonly role: string | undefined;
  readonly onEnd: (silence: Silence) => void;
}

/** The cells of one silence. */
export const SilenceCells = memo(function SilenceCells(props: SilenceCellsProps): ReactNode {
  const { silence, nowMs, nameOf, role, onEnd } = props;
  const { status, name, matchers, comment, ends_at: end = '', created_by: by } = silence;
  return (
    <>
      <Cell>
        <State name={status} />
      </Cell>
      <Cell>
        <OutsideText text={name} limit={120} />
        {comment !== '' && (
          <span className={classes.comment}>
            {' '}
            <OutsideText text={comment} limit={200} />
          </span>
        )}
      </Cell>
      <Cell isOptional>
        <code>
          <OutsideText
            text={matchers.map(({ label_name: label, operator, value }) => `${label}${operator}${value}`).join(', ')}
            limit={300}
          />
        </code>
      </Cell>
      <Cell>{formatAgo(end, nowMs)}</Cell>
      <Cell isOptional>
        <OutsideText text={nameOf(by)} />
      </Cell>
      <Cell>
        {status !== 'expired' && (
          <Button kind="quiet" disabledReason={role} onClick={() => onEnd(silence)}>
            End
          </Button>
        )}
      </Cell>
    </>
  );
});
