import { useCallback, useId, useRef, useState, type KeyboardEvent, type ReactNode, type RefCallback } from 'react';
import { ChartTable, type ChartRows } from './chart-table.js';
import classes from './chart.module.css';

interface ChartFrameProps {
  readonly label: string;
  /** The kind of chart, as a screen reader says it. */
  readonly description: string;
  /** Said after the label: what is shown, before the keys. */
  readonly help?: string;
  /** Read out when it changes, such as what is at the cursor. */
  readonly announced: string;
  readonly className?: string | undefined;
  readonly isLoading: boolean;
  /** Height of the chart, and of the table in its place, in pixels. */
  readonly height: number;
  readonly tableHeight: number;
  readonly toTable: () => ChartRows;
  /** Uses a pressed key; returns whether it is used. */
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly onBlur: () => void;
  readonly plotRef?: RefCallback<HTMLDivElement>;
  /** Below the chart, but not below the table. */
  readonly below?: ReactNode;
  readonly children: ReactNode;
}

const KEYS = 'Arrow keys move through time, with shift they select, enter narrows the range, t shows a table.';

/** The common parts of charts: a part that takes keys, texts for screen readers, and a table of the same height in its place. */
export function ChartFrame(props: ChartFrameProps) {
  const { label, description, help = '', announced, className = '', isLoading, height, onKey, onBlur, plotRef } = props;
  const [isTable, setTable] = useState(false);
  const takesFocus = useRef(false);
  const helpId = useId();
  // The chart and the table take the focus of each other, unless the button has it.
  const takeFocus = useCallback((element: HTMLDivElement | null) => {
    if (!element) return;
    if (takesFocus.current) element.focus({ preventScroll: true });
    takesFocus.current = false;
  }, []);
  const attachPlot = useCallback(
    (element: HTMLDivElement | null) => {
      takeFocus(element);
      return element ? plotRef?.(element) : undefined;
    },
    [plotRef, takeFocus],
  );
  const toggle = (byKey: boolean): void => {
    takesFocus.current = byKey;
    setTable(!isTable);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 't' || (isTable && event.key === 'Escape')) toggle(true);
    else if (isTable || !onKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={`${classes['root'] ?? ''} ${className}`} aria-busy={isLoading}>
      <button
        type="button"
        className={classes['switch']}
        aria-pressed={isTable}
        title="t"
        onClick={() => toggle(false)}
      >
        Table
      </button>
      {isTable ? (
        <ChartTable
          label={label}
          {...props.toTable()}
          height={props.tableHeight}
          onKeyDown={onKeyDown}
          tableRef={takeFocus}
        />
      ) : (
        <>
          <div
            ref={attachPlot}
            className={classes['plot']}
            style={{ height }}
            role="application"
            aria-roledescription={description}
            aria-label={label}
            aria-describedby={helpId}
            tabIndex={0}
            onKeyDown={onKeyDown}
            onBlur={onBlur}
          >
            {props.children}
          </div>
          {props.below}
        </>
      )}
      <p id={helpId} className={classes['hidden']}>
        {help} {KEYS}
      </p>
      <p className={classes['hidden']} aria-live="polite">
        {announced}
      </p>
    </div>
  );
}
