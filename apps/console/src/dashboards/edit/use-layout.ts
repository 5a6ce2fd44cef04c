import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { Dashboard } from '../../gen/api.js';
import { announce } from '../../ui/feedback/announcements.js';
import { describePlace, putAt, type Place, type Placed } from '../grid/layout.js';
import { mergeDraft, toDraft, type Draft } from '../grid/merge-draft.js';

const STEPS: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const NONE: Draft = new Map();

/** The places of the widgets while they are edited, and how pointer and keys change them. */
export function useLayout(dashboard: Dashboard) {
  const [draft, setDraft] = useState(NONE);
  const { widgets } = dashboard;
  const items = useMemo(() => mergeDraft(widgets, draft), [widgets, draft]);
  // Each step of a drag is computed from the layout at its start, so that widgets return once they are no longer in the way.
  const before = useRef<readonly Placed[]>(items);
  const change = (from: readonly Placed[], id: string, place: Place): Placed | undefined => {
    const after = putAt(from, id, place);
    setDraft(toDraft(widgets, after));
    return after.find((item) => item.id === id);
  };
  const say = (place: Place | undefined): void => {
    if (place) announce(`Now at ${describePlace(place)}.`);
  };
  return {
    items,
    isChanged: draft.size > 0,
    discard: () => setDraft(NONE),
    drag: {
      onStart: () => {
        before.current = items;
      },
      onMove: (id: string, place: Place) => void change(before.current, id, place),
      onEnd: () => undefined,
    },
    /** Arrow keys move a widget by a cell; with shift they resize it. */
    onKeyDown: (id: string) => (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      const item = items.find((each) => each.id === id);
      if (!step || !item || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      const [columns, rows] = step;
      const { x, y, w, h } = item;
      say(
        change(
          items,
          id,
          event.shiftKey ? { x, y, w: w + columns, h: h + rows } : { x: x + columns, y: y + rows, w, h },
        ),
      );
    },
  };
}
