import { useId, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useKeys } from '../../keys/use-keys.js';
import { useScope } from '../../scope/scope.js';
import { Button } from '../../ui/controls/button.js';
import { NODE } from './layout/lay-out.js';
import { MapEdge } from './map-edge.js';
import { MapNode } from './map-node.js';
import classes from './map-picture.module.css';
import { nextNode, readingOrder } from './model/next-node.js';
import type { MapLayout } from './model/use-map-layout.js';
import { useViewport } from './view/use-viewport.js';

interface MapPictureProps {
  readonly map: MapLayout;
  readonly open: readonly string[];
  readonly onOpen: (open: readonly string[]) => void;
}

const STEP = 80;
const ZOOM = 1.3;

/** The map as a drawing that is panned and zoomed by wheel, pointer and keys, outside of React. */
export function MapPicture({ map: { nodes, edges, layout, shape }, open, onOpen }: MapPictureProps): ReactNode {
  const id = useId();
  const { startMs, endMs } = useScope();
  const latest = useRef(onOpen);
  latest.current = onOpen;
  const pick = useMemo(() => (ids: readonly string[]) => latest.current(ids), []);
  const { host, drawing, view } = useViewport(layout, shape);
  const order = useMemo(() => readingOrder(layout.corners), [layout]);
  const openIndex = open.length === 1 ? nodes.findIndex((node) => node.id === open[0]) : -1;
  const entry = openIndex >= 0 ? openIndex : (order[0] ?? 0);
  useKeys('Drawing', [
    { keys: '=', label: 'Zoom in', run: () => view.zoom(ZOOM) },
    { keys: '-', label: 'Zoom out', run: () => view.zoom(1 / ZOOM) },
    { keys: '0', label: 'Show all', run: () => view.fitAll() },
    { keys: 'shift+arrowleft', label: 'Move left', run: () => view.pan(STEP, 0) },
    { keys: 'shift+arrowright', label: 'Move right', run: () => view.pan(-STEP, 0) },
    { keys: 'shift+arrowup', label: 'Move up', run: () => view.pan(0, STEP) },
    { keys: 'shift+arrowdown', label: 'Move down', run: () => view.pan(0, -STEP) },
  ]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const index = Number((event.target as Element).getAttribute('data-index') ?? NaN);
    if (event.shiftKey || Number.isNaN(index)) return;
    const node = nodes[index];
    if (node && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      pick([node.id]);
    }
    const next = nextNode(layout.corners, index, event.key);
    if (next === undefined) return;
    event.preventDefault();
    document.getElementById(`${id}-${next}`)?.focus({ preventScroll: true });
  };
  return (
    <div className={classes.frame}>
      <div
        ref={host}
        className={classes.host}
        role="group"
        aria-label="Service map. Arrow keys move between nodes, Enter opens one, t shows tables."
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          const corner = layout.corners[Number(target.getAttribute('data-index') ?? NaN)];
          if (corner && target.matches(':focus-visible')) view.reveal({ ...corner, ...NODE });
        }}
      >
        <svg className={classes.picture} focusable="false">
          <defs>
            <marker
              id={`${id}-arrow`}
              viewBox="0 0 8 8"
              refX="8"
              refY="4"
              markerWidth="8"
              markerHeight="8"
              markerUnits="userSpaceOnUse"
              orient="auto"
            >
              <path className={classes.arrow} d="M0 0 8 4 0 8z" />
            </marker>
          </defs>
          <g ref={drawing}>
            {edges.map((edge, nth) => (
              <MapEdge
                key={`${edge.source}\n${edge.target}\n${edge.type}`}
                edge={edge}
                route={layout.routes[nth] ?? []}
                arrow={`url(#${id}-arrow)`}
                isOpen={open.length === 2 ? open[0] === edge.source && open[1] === edge.target : false}
                isNear={open.length === 1 && (open[0] === edge.source || open[0] === edge.target)}
                onPick={pick}
              />
            ))}
            {order.map((index) => {
              const [node, corner] = [nodes[index], layout.corners[index]];
              return (
                node &&
                corner && (
                  <MapNode
                    key={node.id}
                    {...{ node, index, startMs, endMs }}
                    id={`${id}-${index}`}
                    x={corner.x}
                    y={corner.y}
                    isOpen={open.includes(node.id)}
                    isEntry={index === entry}
                    onPick={pick}
                  />
                )
              );
            })}
          </g>
        </svg>
      </div>
      <div className={classes.tools} role="group" aria-label="Zoom">
        <Button aria-label="Zoom in" shortcut="=" icon="plus" onClick={() => view.zoom(ZOOM)} />
        <Button aria-label="Zoom out" shortcut="-" onClick={() => view.zoom(1 / ZOOM)}>
          −
        </Button>
        <Button title="Show all" shortcut="0" onClick={() => view.fitAll()}>
          Fit
        </Button>
      </div>
    </div>
  );
}
