import { newId } from './ids.js';
import type { Store } from './store.js';

/** A tab. Its chunks are numbered from 0 in each session, over all pages that it shows. */
export interface RecordedWindow {
  readonly id: string;
  /** The number of the next chunk. */
  seq(sessionId: string): number;
  /** Gives the number of the next chunk to a chunk. */
  takeSeq(sessionId: string): number;
  /** Lets the next page of the tab continue this window. */
  leave(): void;
}

interface StoredWindow {
  readonly id: string;
  readonly sessionId?: string;
  readonly seq?: number;
  /** Whether a page uses the window now. */
  readonly isOpen?: boolean;
}

const NAME = 'window';

/**
 * Continues the window of the page before in this tab. Browsers copy the storage when a tab is duplicated or opened by a page: the copy
 * says that its window is open, so it gets a window of its own. The same happens after a crash.
 *
 * @param store the storage of the tab.
 */
export function openWindow(store: Store): RecordedWindow {
  const stored = store.get(NAME) as StoredWindow | undefined;
  let state: StoredWindow = typeof stored?.id === 'string' && !stored.isOpen ? stored : { id: newId() };
  const keep = (isOpen: boolean): void => {
    state = { ...state, isOpen };
    store.set(NAME, state);
  };
  const seqIn = (sessionId: string): number => (state.sessionId === sessionId ? (state.seq ?? 0) : 0);
  keep(true);
  return {
    id: state.id,
    seq: seqIn,
    takeSeq(sessionId) {
      const seq = seqIn(sessionId);
      state = { ...state, sessionId, seq: seq + 1 };
      keep(true);
      return seq;
    },
    leave: () => keep(false),
  };
}
