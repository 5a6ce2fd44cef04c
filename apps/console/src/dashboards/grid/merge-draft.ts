import { putAll, type Place, type Placed } from './layout.js';

interface Positioned {
  readonly id: string;
  readonly position?: Place;
}

/** Places that a user has changed and not saved yet, by the ID of the widget. */
export type Draft = ReadonlyMap<string, Place>;

const NEW: Place = { x: 0, y: 0, w: 12, h: 8 };

/** The places of all widgets: those of the draft, and the saved ones of others, which move down if the draft needs their place. */
export function mergeDraft(widgets: readonly Positioned[], draft: Draft): readonly Placed[] {
  const saved = widgets.map(({ id, position = NEW }) => ({ id, ...position }));
  if (draft.size === 0) return saved;
  const drafted = saved.flatMap(({ id }) => {
    const place = draft.get(id);
    return place ? [[id, { id, ...place }] as const] : [];
  });
  return putAll(saved, new Map(drafted));
}

/** The places that differ from the saved ones. */
export function toDraft(widgets: readonly Positioned[], items: readonly Placed[]): Draft {
  const before = new Map(widgets.map(({ id, position }) => [id, position]));
  return new Map(
    items.flatMap(({ id, x, y, w, h }) => {
      const old = before.get(id);
      const isSame = old?.x === x && old.y === y && old.w === w && old.h === h;
      return isSame ? [] : [[id, { x, y, w, h }] as const];
    }),
  );
}
