import {
  signalsOf,
  unpackEvents,
  WantedAssets,
  WindowFollower,
  type BlockContent,
  type PackedEvent,
  type RageSettings,
  type RecordedEvent,
  type Signal,
  type WantedAsset,
} from '@svc/replay';

/** The events of a chunk among those of an object. */
export interface ChunkPlace {
  readonly objectKey: string;
  readonly from: number;
  readonly events: number;
  /** The release of the page; empty if it has none. */
  readonly release: string;
}

/** A window of a recording with what its chunks hold. Times are in milliseconds since 1970 on the clock of its browser. */
export interface WindowBlocks {
  readonly windowId: string;
  /** In the order of their numbers. */
  readonly chunks: readonly ChunkPlace[];
  readonly objects: ReadonlyMap<string, BlockContent>;
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

/** What the events of a recording say. */
export interface RecordingFindings {
  readonly windows: WindowSignals;
  readonly assets: readonly WantedAsset[];
}

/** Signals of a recording. A page that makes more of them by itself is not used by a person. */
const MAX_SIGNALS = 1_000;

/** The signals of the windows of a recording, at most a thousand, and what it needs of its site. It holds the thread while it does. */
export async function readRecording({ windows, rage }: SignalsRequest): Promise<RecordingFindings> {
  const found: { windowId: string; signals: Signal[] }[] = [];
  const assets = new WantedAssets();
  let left = MAX_SIGNALS;
  for (const window of windows) {
    const signals = (await signalsOfWindow(window, rage, assets)).slice(0, left);
    left -= signals.length;
    found.push({ windowId: window.windowId, signals });
  }
  return { windows: found, assets: assets.list() };
}

/** The events of a chunk are sorted; those of different chunks hardly overlap, because a recorder sends them as they happen. */
async function signalsOfWindow(
  { chunks, objects, errors, gaps }: WindowBlocks,
  rage: RageSettings,
  assets: WantedAssets,
): Promise<Signal[]> {
  const follower = new WindowFollower();
  const collect = assets.window();
  let unpacked: { readonly objectKey: string; readonly events: readonly PackedEvent[] } | undefined;
  for (const { objectKey, from, events, release } of chunks) {
    const object = objects.get(objectKey);
    if (!object) continue;
    if (unpacked?.objectKey !== objectKey)
      unpacked = { objectKey, events: await unpackEvents(object.content, object.bytes) };
    const own = unpacked.events.slice(from, from + events);
    for (const { text } of own.toSorted((a, b) => a.timestamp - b.timestamp)) {
      const event = JSON.parse(text) as RecordedEvent;
      follower.follow(event);
      collect(event, release);
    }
  }
  return signalsOf(follower.course(errors, gaps), rage);
}
