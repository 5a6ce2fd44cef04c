import type { ReactNode } from 'react';
import { TargetLink } from '../../links/target-link.js';
import { Badge } from '../../ui/controls/badge.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import type { PersonOutcome } from './compare-outcomes.js';
import classes from './outcome.module.css';

interface OutcomeTableProps {
  readonly outcomes: readonly PersonOutcome[] | undefined;
  readonly isDraft: boolean;
}

/** The persons of the sample, those for whom a draft changes something first. */
export function OutcomeTable({ outcomes, isDraft }: OutcomeTableProps): ReactNode {
  const rows = outcomes?.toSorted((a, b) => Number(isChanged(b)) - Number(isChanged(a)));
  return (
    <div className={classes.persons}>
      <Table<PersonOutcome>
        label="Persons of the sample"
        rows={rows}
        getId={({ distinctId }) => distinctId}
        empty=""
        columns={[
          {
            label: 'Person',
            render: ({ personId, distinctId }) => (
              <TargetLink type="person" id={personId}>
                <OutsideText text={distinctId} limit={60} />
              </TargetLink>
            ),
          },
          {
            label: isDraft ? 'Now → draft' : 'Gets',
            render: (outcome) => (
              <span className={classes.value}>
                {isDraft && isChanged(outcome) && (
                  <>
                    <OutsideText text={outcome.before} limit={60} />
                    {' → '}
                  </>
                )}
                <Badge tone={toTone(outcome, isDraft)}>
                  <OutsideText text={outcome.after} limit={60} />
                </Badge>
              </span>
            ),
          },
          { label: 'Why', isOptional: true, render: ({ why }) => <OutsideText text={why} limit={200} /> },
        ]}
      />
    </div>
  );
}

function isChanged({ before, after }: PersonOutcome): boolean {
  return before !== after;
}

function toTone(outcome: PersonOutcome, isDraft: boolean): 'warn' | 'ok' | 'neutral' {
  if (isDraft && isChanged(outcome)) return 'warn';
  return outcome.isOn ? 'ok' : 'neutral';
}
