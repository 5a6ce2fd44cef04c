import { useEffect, useId, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { CriticalPathSegment, Trace } from '../../gen/api.js';
import { buildTree } from './model/build-tree.js';
import { toCriticalSegments, toLogMarks, type SpanLog } from './model/marks.js';
import type { Sums } from './model/sums.js';
import { SelectionSums } from './parts/selection-sums.js';
import { ServiceLegend } from './parts/service-legend.js';
import { TraceNotes } from './parts/trace-notes.js';
import { WaterfallStage } from './parts/waterfall-stage.js';
import { WaterfallToolbar } from './parts/waterfall-toolbar.js';
import { WaterfallState } from './state/waterfall-state.js';
import { useWaterfallKeys } from './use-waterfall-keys.js';
import classes from './waterfall.module.css';

const NO_SEGMENTS: readonly CriticalPathSegment[] = [];
const NO_LOGS: readonly SpanLog[] = [];

export interface WaterfallProps {
  /** The answer of `GET /traces/{trace_id}?view=outline`. Another object is another trace: what was collapsed and selected is forgotten. */
  readonly trace: Pick<Trace, 'start_time' | 'outline' | 'truncated'>;
  /** The segments of `GET /traces/{trace_id}/critical-path`. */
  readonly criticalPath?: readonly CriticalPathSegment[] | undefined;
  /** Records of `GET /logs?trace_id=`. */
  readonly logs?: readonly SpanLog[] | undefined;
  readonly openSpanId?: string | undefined;
  /** Called with a span that the user opens, and without one when the user closes it. */
  readonly onOpen: (spanId: string | undefined) => void;
  readonly onSelectionChange?: ((spanIds: readonly string[], sums: Sums | undefined) => void) | undefined;
  /** The text that the search begins with. */
  readonly find?: string | undefined;
}

/** The spans of a trace as a tree beside their bars. It takes the height of its container. */
export function Waterfall(props: WaterfallProps) {
  const { trace, criticalPath = NO_SEGMENTS, logs = NO_LOGS, openSpanId, onOpen, onSelectionChange, find = '' } = props;
  const state = useMemo(() => new WaterfallState(buildTree(trace)), [trace]);
  const snapshot = useSyncExternalStore(state.subscribe, () => state.snapshot);
  const marks = useMemo(
    () => ({ critical: toCriticalSegments(state.tree, criticalPath), logs: toLogMarks(state.tree, logs) }),
    [state, criticalPath, logs],
  );
  const open = state.tree.nodeOf(openSpanId ?? '') ?? -1;
  const findRef = useRef<HTMLInputElement>(null);
  const gridRef = useRef<HTMLDivElement>(null);
  const prefix = useId();
  useWaterfallKeys(gridRef);

  useEffect(() => {
    void state.find(find);
    return () => state.stop();
  }, [state, find]);
  useLayoutEffect(() => {
    if (open >= 0 && open !== state.snapshot.active) state.goTo(open);
  }, [state, open]);
  useEffect(() => {
    if (onSelectionChange === undefined) return;
    const { selected, sums } = snapshot;
    onSelectionChange(
      [...selected].map((node) => state.tree.ids[node] ?? ''),
      sums,
    );
    // A new callback is no new selection.
  }, [state, snapshot.selected]);

  return (
    <section className={classes['waterfall']} aria-label="Waterfall">
      <WaterfallToolbar
        key={find}
        state={state}
        snapshot={snapshot}
        find={find}
        findRef={findRef}
        hasCriticalPath={criticalPath.length > 0}
        onLeave={() => gridRef.current?.focus()}
      />
      <ServiceLegend state={state} />
      <WaterfallStage
        state={state}
        marks={marks}
        open={open}
        gridRef={gridRef}
        prefix={prefix}
        onOpen={(node) => onOpen(node === undefined ? undefined : state.tree.ids[node])}
        onFind={() => findRef.current?.select()}
      />
      <SelectionSums state={state} snapshot={snapshot} />
      <TraceNotes tree={state.tree} trace={trace} />
    </section>
  );
}
