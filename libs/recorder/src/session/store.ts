/** The storage of a page for small values, by name. */
export interface Store {
  /** The value as it was stored, or undefined; other programs of the page can write it too, so it may be anything. */
  get(name: string): unknown;
  /** @param value deletes the name if undefined. @returns whether the browser stored it. */
  set(name: string, value?: unknown): boolean;
}

/** Distinguishes our names from those of the page. */
const PREFIX = 'svc.replay.';

/**
 * Opens a storage of the browser. Values are also kept in memory, because a page may have no storage: its user or its frame can forbid it,
 * and it can be full.
 *
 * @param find returns the storage; browsers throw where it is forbidden.
 */
export function openStore(find: () => Storage): Store {
  const memory = new Map<string, string>();
  return {
    get(name) {
      let text: string | null | undefined;
      try {
        text = find().getItem(PREFIX + name);
      } catch {
        // The value in memory is used.
      }
      try {
        return (JSON.parse(text ?? memory.get(name) ?? 'null') as unknown) ?? undefined;
      } catch {
        return undefined;
      }
    },
    set(name, value) {
      const text = value === undefined ? '' : JSON.stringify(value);
      if (text) memory.set(name, text);
      else memory.delete(name);
      try {
        find().removeItem(PREFIX + name);
        if (text) find().setItem(PREFIX + name, text);
        return true;
      } catch {
        return false;
      }
    },
  };
}
