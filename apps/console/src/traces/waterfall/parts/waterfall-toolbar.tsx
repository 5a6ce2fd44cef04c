import { useState, type KeyboardEvent, type RefObject } from 'react';
import { formatCount } from '../../../time/amounts.js';
import { Button } from '../../../ui/controls/button.js';
import type { Snapshot, WaterfallState } from '../state/waterfall-state.js';
import classes from './waterfall-toolbar.module.css';

/** Search in the trace, zoom, and the switches of the waterfall. */
export function WaterfallToolbar({
  state,
  snapshot,
  find,
  findRef,
  hasCriticalPath,
  onLeave,
}: {
  readonly state: WaterfallState;
  readonly snapshot: Snapshot;
  /** The text that the search begins with. */
  readonly find: string;
  readonly findRef: RefObject<HTMLInputElement | null>;
  readonly hasCriticalPath: boolean;
  /** Moves the focus back to the rows. */
  readonly onLeave: () => void;
}) {
  const [text, setText] = useState(find);
  const change = (next: string): void => {
    setText(next);
    void state.find(next);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') state.goToHit(event.shiftKey ? -1 : 1);
    if (event.key === 'Escape') {
      if (text !== '') change('');
      onLeave();
    }
  };
  const noHits = snapshot.hits.length > 0 ? undefined : 'No span is found yet.';
  return (
    <div className={classes['toolbar']} role="group" aria-label="Controls of the waterfall">
      <input
        ref={findRef}
        className={classes['find']}
        type="search"
        aria-label="Find spans"
        placeholder="Find name, service or status  ( / )"
        title="Find spans by name, service, status or ID ( / )"
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={press}
      />
      <span className={classes['hits']} role="status">
        {describeHits(snapshot)}
      </span>
      <Button aria-label="Previous hit" shortcut="N" disabledReason={noHits} onClick={() => state.goToHit(-1)}>
        ↑
      </Button>
      <Button aria-label="Next hit" shortcut="n" disabledReason={noHits} onClick={() => state.goToHit(1)}>
        ↓
      </Button>
      <span className={classes['gap']} />
      <Button aria-label="Zoom out" shortcut="s" onClick={() => state.viewport.zoom(1.5)}>
        −
      </Button>
      <Button aria-label="Zoom in" shortcut="w" onClick={() => state.viewport.zoom(1 / 1.5)}>
        +
      </Button>
      <Button title="Fit the whole trace" shortcut="0" onClick={() => state.viewport.showAll()}>
        Fit
      </Button>
      <span className={classes['gap']} />
      <Button onClick={() => state.setAllCollapsed(true)}>Collapse all</Button>
      <Button onClick={() => state.setAllCollapsed(false)}>Expand all</Button>
      <Button
        title="Show the critical path: the spans that the duration of the trace depends on"
        shortcut="c"
        aria-pressed={hasCriticalPath && snapshot.showsCritical}
        disabledReason={hasCriticalPath ? undefined : 'The critical path of this trace is not known.'}
        onClick={() => state.toggleCritical()}
      >
        Critical path
      </Button>
    </div>
  );
}

function describeHits({ found, hits, hitIndex }: Snapshot): string {
  if (found === '') return '';
  if (hits.length === 0) return 'No hits';
  if (hitIndex < 0) return `${formatCount(hits.length)} hit${hits.length === 1 ? '' : 's'}`;
  return `${formatCount(hitIndex + 1)} of ${formatCount(hits.length)}`;
}
