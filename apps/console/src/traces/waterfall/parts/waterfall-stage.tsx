import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { WaterfallState } from '../state/waterfall-state.js';
import type { Marks } from '../view/scene.js';
import { WaterfallView } from '../view/waterfall-view.js';
import classes from './waterfall-stage.module.css';

/** The elements of the minimap, the names and the bars. A view fills them; they are rendered once for each trace. */
export function WaterfallStage({
  state,
  marks,
  open,
  gridRef,
  prefix,
  onOpen,
  onFind,
}: {
  readonly state: WaterfallState;
  readonly marks: Marks;
  /** The node whose details are open; -1 for none. */
  readonly open: number;
  readonly gridRef: RefObject<HTMLDivElement | null>;
  /** Begins the IDs of the rows. */
  readonly prefix: string;
  readonly onOpen: (node: number | undefined) => void;
  readonly onFind: () => void;
}) {
  const minimap = useRef<HTMLCanvasElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const spacer = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const bars = useRef<HTMLCanvasElement>(null);
  const tooltip = useRef<HTMLDivElement>(null);
  const view = useRef<WaterfallView>(null);
  const calls = useRef({ onOpen, onFind });
  useEffect(() => {
    calls.current = { onOpen, onFind };
  });

  useLayoutEffect(() => {
    const grid = gridRef.current;
    if (!grid || !minimap.current || !scroller.current || !spacer.current) return;
    if (!pane.current || !bars.current || !tooltip.current) return;
    const elements = {
      scroller: scroller.current,
      spacer: spacer.current,
      pane: pane.current,
      grid,
      bars: bars.current,
      minimap: minimap.current,
      tooltip: tooltip.current,
    };
    const made = new WaterfallView(elements, state, {
      prefix,
      open: (node) => calls.current.onOpen(node),
      focusFind: () => calls.current.onFind(),
    });
    view.current = made;
    return () => made.destroy();
  }, [state, gridRef, prefix]);
  useLayoutEffect(() => view.current?.setMarks(marks), [state, marks]);
  useLayoutEffect(() => view.current?.setOpen(open), [state, open]);

  return (
    <div className={classes['stage']}>
      <canvas ref={minimap} className={classes['minimap']} aria-hidden="true" />
      <div ref={scroller} className={classes['scroller']}>
        <div ref={spacer}>
          <div ref={pane} className={classes['pane']}>
            <div className={classes['names']}>
              <div className={classes['heading']}>Service and operation</div>
              <div ref={gridRef} className={classes['grid']} role="treegrid" aria-label="Spans" tabIndex={0} />
            </div>
            <canvas ref={bars} className={classes['bars']} aria-hidden="true" />
            <div ref={tooltip} className={classes['tooltip']} aria-hidden="true" hidden />
          </div>
        </div>
      </div>
      {state.tree.length === 0 && <p className={classes['empty']}>This trace has no spans.</p>}
    </div>
  );
}
