import type { ReactNode } from 'react';
import { BarList } from '../../charts/bar-list.js';
import { formatCount } from '../../time/format.js';
import classes from '../flag.module.css';
import { countMoves, countValues, type PersonOutcome } from './compare-outcomes.js';

interface OutcomeSummaryProps {
  readonly outcomes: readonly PersonOutcome[];
  readonly isDraft: boolean;
}

/** Counts the persons of the sample by what they get, and those for whom a draft changes something. */
export function OutcomeSummary({ outcomes, isDraft }: OutcomeSummaryProps): ReactNode {
  const moves = countMoves(outcomes);
  const changed = moves.reduce((sum, { persons }) => sum + persons, 0);
  const size = outcomes.length;
  if (size === 0) return null;
  return (
    <>
      <BarList
        label={isDraft ? 'Values with the draft' : 'Values'}
        bars={countValues(outcomes)}
        total={size}
        tone="accent"
      />
      <p className={classes.note}>{`Of the ${formatCount(size)} persons who were first seen last.`}</p>
      {isDraft && (
        <p>
          {changed === 0
            ? 'The draft changes nothing for them.'
            : `The draft changes something for ${formatCount(changed)} of them: ${moves
                .map(({ from, to, persons }) => `${formatCount(persons)} from ${from} to ${to}`)
                .join(', ')}.`}
        </p>
      )}
    </>
  );
}
