import type { ReactNode } from 'react';
import { SearchLine } from '../search/search-line.js';
import { Button } from '../ui/controls/button.js';
import { Segmented } from '../ui/controls/segmented.js';
import { ToggleChip } from '../ui/controls/toggle-chip.js';
import { OutsideText } from '../ui/text/outside-text.js';
import type { Update } from '../url/use-search-state.js';
import { LEVELS, type LogsState } from './fields.js';
import classes from './log-toolbar.module.css';
import { useLogFields } from './use-log-fields.js';

interface LogToolbarProps {
  readonly state: LogsState;
  readonly update: Update<LogsState>;
  readonly error: Error | null;
}

const VIEWS = [
  { value: 'records', label: 'Records' },
  { value: 'patterns', label: 'Patterns' },
] as const;

const ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
] as const;

/** The search, the filters and the form of the list. */
export function LogToolbar({ state, update, error }: LogToolbarProps): ReactNode {
  const fields = useLogFields();
  const { level, service, view, sort, live } = state;
  const toggleLevel = (name: string): void =>
    update({ level: level.includes(name) ? level.filter((other) => other !== name) : [...level, name] });
  return (
    <>
      <div className={classes.line}>
        <SearchLine
          label="Search logs"
          placeholder={'Words, "phrases", field:value, AND, OR, NOT'}
          value={state.q}
          fields={fields}
          error={error}
          onSubmit={(q) => update({ q })}
        />
        <Button
          icon={live ? 'pause' : 'play'}
          aria-pressed={live}
          title="Show records as they arrive"
          onClick={() => update({ live: !live, view: 'records' })}
        >
          {live ? 'Stop' : 'Live'}
        </Button>
      </div>
      <div className={classes.filters}>
        <div role="group" aria-label="Levels" className={classes.chips}>
          {LEVELS.map((name) => (
            <ToggleChip
              key={name}
              isOn={level.includes(name)}
              color={`var(--level-${name})`}
              onToggle={() => toggleLevel(name)}
            >
              {name}
            </ToggleChip>
          ))}
        </div>
        {service.map((name) => (
          <ToggleChip key={name} isOn onToggle={() => update({ service: service.filter((other) => other !== name) })}>
            service: <OutsideText text={name} /> ×
          </ToggleChip>
        ))}
        <span className={classes.gap} />
        <Segmented label="View" value={view} options={VIEWS} onChange={(next) => update({ view: next, live: false })} />
        {view === 'records' && !live && (
          <Segmented label="Order" value={sort} options={ORDERS} onChange={(next) => update({ sort: next })} />
        )}
      </div>
    </>
  );
}
