import { useMemo } from 'react';
import type { ServicesMapResponse } from '../../../gen/api.js';
import { layOut, type Layout } from '../layout/lay-out.js';
import { toShownMap, type ShownMap } from './shown-map.js';

export interface MapLayout extends ShownMap {
  readonly layout: Layout;
  /** Changes when the map has other nodes or connections, but not with their figures. */
  readonly shape: string;
}

/** The map with the places of its nodes, which stay the same while only figures change. */
export function useMapLayout(map: ServicesMapResponse | undefined): MapLayout | undefined {
  const shown = useMemo(() => map && toSteadyMap(map), [map]);
  const shape = shown && JSON.stringify([shown.nodes.map(({ id }) => id), shown.links]);
  const layout = useMemo(() => {
    if (shape === undefined) return undefined;
    const [ids, links] = JSON.parse(shape) as [readonly string[], ShownMap['links']];
    return layOut(ids.length, links);
  }, [shape]);
  return useMemo(
    () => (shown && layout && shape !== undefined ? { ...shown, layout, shape } : undefined),
    [shown, layout, shape],
  );
}

/** The busiest connection of today is another one tomorrow: an order by names keeps nodes in their places. */
function toSteadyMap(map: ServicesMapResponse): ShownMap {
  const keyOf = ({ source, target, type }: ServicesMapResponse['edges'][number]): string =>
    [source, target, type].join('\n');
  return toShownMap({ ...map, edges: map.edges.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) });
}
