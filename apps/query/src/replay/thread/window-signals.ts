import {
  signalsOf,
  unpackEvents,
  WindowFollower,
  type BlockContent,
  type RageSettings,
  type RecordedEvent,
  type Signal,
} from '@svc/replay';

/** A window of a recording with what its blocks hold. Times are in milliseconds since 1970 on the clock of its browser. */
export interface WindowBlocks {
  readonly windowId: string;
  /** In the order of their numbers. */
  readonly blocks: readonly BlockContent[];
  /** The times of the last events before missing chunks. */
  readonly gaps: readonly number[];
  /** When errors were reported for the session. */
  readonly errors: readonly number[];
}

/** What a thread is asked. */
export interface SignalsRequest {
  readonly windows: readonly WindowBlocks[];
  readonly rage: RageSettings;
}

export type WindowSignals = readonly { readonly windowId: string; readonly signals: readonly Signal[] }[];

/** The signals of the windows of a recording. It holds the thread while it does. */
export async function findWindowSignals({ windows, rage }: SignalsRequest): Promise<WindowSignals> {
  const found: { windowId: string; signals: Signal[] }[] = [];
  for (const window of windows) found.push({ windowId: window.windowId, signals: await signalsOfWindow(window, rage) });
  return found;
}

/** The events of a chunk are sorted; those of different chunks hardly overlap, because a recorder sends them as they happen. */
async function signalsOfWindow({ blocks, errors, gaps }: WindowBlocks, rage: RageSettings): Promise<Signal[]> {
  const follower = new WindowFollower();
  for (const { content, bytes } of blocks) {
    const events = await unpackEvents(content, bytes);
    for (const { text } of events.toSorted((a, b) => a.timestamp - b.timestamp))
      follower.follow(JSON.parse(text) as RecordedEvent);
  }
  return signalsOf(follower.course(errors, gaps), rage);
}
