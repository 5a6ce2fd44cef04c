import { useMemo, useState, type ReactNode } from 'react';
import { Cell, Rows, type Column } from '../../rows/rows.js';
import { formatCount } from '../../time/amounts.js';
import { Badge } from '../../ui/controls/badge.js';
import { ToggleChip } from '../../ui/controls/toggle-chip.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { Tip } from '../../ui/text/tip.js';
import { clockText } from '../parts/clock-text.js';
import { ItemLink } from './item-link.js';
import { countKinds, findCurrent, labelKind, type Item, type Kind } from './items.js';
import classes from './signal-list.module.css';
import type { Items } from './use-items.js';

interface SignalListProps {
  readonly found: Items;
  readonly offsetMs: number;
  readonly onSeek: (item: Item) => void;
}

const COLUMNS: readonly Column[] = [
  { label: 'At', width: '54px', isNumber: true },
  { label: 'Kind', width: '96px' },
  { label: 'What happened', width: 'minmax(0, 1fr)' },
  { label: 'Page', width: '38px' },
];

/** Everything that happened in the session, in the order of time. The last thing that has happened is marked and kept in view. */
export function SignalList({ found, offsetMs, onSeek }: SignalListProps): ReactNode {
  const { items, error, retry, notes } = found;
  const [hidden, setHidden] = useState<ReadonlySet<Kind>>(new Set());
  const shown = useMemo(() => items.filter(({ kind }) => !hidden.has(kind)), [items, hidden]);
  const current = findCurrent(shown, offsetMs);
  const toggle = (kind: Kind): void => {
    const next = new Set(hidden);
    if (!next.delete(kind)) next.add(kind);
    setHidden(next);
  };
  return (
    <div className={classes.panel}>
      <div role="group" aria-label="Kinds" className={classes.chips}>
        {countKinds(items).map(([kind, count]) => (
          <ToggleChip key={kind} isOn={!hidden.has(kind)} onToggle={() => toggle(kind)}>
            {`${labelKind(kind)} ${formatCount(count, 'short')}`}
          </ToggleChip>
        ))}
      </div>
      {error && <ErrorBox error={error} onRetry={retry} />}
      <Rows
        label="What happened"
        rows={shown}
        columns={COLUMNS}
        getId={getId}
        inView={current}
        renderCells={(item) => <SignalCells item={item} isCurrent={item === shown[current]} />}
        onOpen={(item) => item && onSeek(item)}
      />
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
    </div>
  );
}

function getId({ id }: Item): string {
  return id;
}

function SignalCells({ item, isCurrent }: { readonly item: Item; readonly isCurrent: boolean }): ReactNode {
  const { offsetMs, label, title, reason, tone, entry } = item;
  return (
    <>
      <Cell isNumber>
        <span className={isCurrent ? classes.current : undefined} aria-current={isCurrent || undefined}>
          {offsetMs < 0 ? 'before' : clockText(offsetMs)}
        </span>
      </Cell>
      <Cell>
        <Badge tone={tone}>{label}</Badge>
      </Cell>
      <Cell>
        <Tip text={reason}>
          <OutsideText text={title} limit={300} ansi="strip" />
        </Tip>
      </Cell>
      <Cell>{entry && <ItemLink entry={entry} />}</Cell>
    </>
  );
}
