import { useId, useRef, type PointerEvent, type ReactNode } from 'react';
import type { Widget } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { Icon } from '../../ui/controls/icon.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { toExplore } from './explore.js';
import type { DashboardRange } from './use-dashboard-range.js';
import { useSeen } from './use-seen.js';
import type { Values } from './variables.js';
import classes from './widget-card.module.css';
import { WidgetContent } from './widget-content.js';

export interface WidgetCardProps {
  readonly widget: Widget;
  /** Rows of the grid, if they are not those of the widget. */
  readonly rows?: number;
  readonly range: DashboardRange;
  readonly values: Values;
  /** Buttons of the editor, in the place of the link to explore. */
  readonly tools?: ReactNode;
  readonly onHeadPointerDown?: (event: PointerEvent<HTMLElement>) => void;
  /** Handles of the editor. */
  readonly children?: ReactNode;
}

/** A widget with its title, and with a link to the page that shows what it counts. It reads its data when it is first seen. */
export function WidgetCard(props: WidgetCardProps): ReactNode {
  const { widget, rows = widget.position?.h ?? 8, range, values, tools, onHeadPointerDown, children } = props;
  const card = useRef<HTMLElement>(null);
  const isSeen = useSeen(card);
  const id = useId();
  const target = widget.query && toExplore(widget.query, values, range.range);
  return (
    <section ref={card} aria-labelledby={id} className={classes.card}>
      <header
        className={classes.head}
        data-moves={onHeadPointerDown !== undefined || undefined}
        onPointerDown={onHeadPointerDown}
      >
        <h2 id={id} className={classes.title}>
          <OutsideText text={widget.title} limit={200} />
        </h2>
        {tools ??
          (target && (
            <ScopeLink {...target} className={classes.explore} title="Explore" aria-label={`Explore ${widget.title}`}>
              <Icon name="external" />
            </ScopeLink>
          ))}
      </header>
      <div className={classes.body}>
        {isSeen && <WidgetContent widget={widget} rows={rows} range={range} values={values} />}
      </div>
      {children}
    </section>
  );
}
