import type { RecordedEvent, Recording, RecordingModule } from './contract.js';
import { FULL_SNAPSHOT, INCREMENTAL, isActive, isError, META } from './events.js';
import { isSampled } from './session/sampling.js';
import { isOver, keepSession, openSession, readSession, type Session } from './session/session.js';
import type { Store } from './session/store.js';
import { openWindow, type RecordedWindow } from './session/window.js';
import type { Settings } from './settings.js';
import { createChunker, type Chunk } from './transport/chunk.js';
import { createOutbox, type Outbox } from './transport/outbox.js';
import { keepUnsent, takeUnsent } from './transport/unsent.js';

/** A full snapshot is taken this often, in milliseconds; and while nothing is sent, so that about a minute is kept. */
const CHECKOUT_MS = 300_000;
const HELD_CHECKOUT_MS = 60_000;
/** A full snapshot is taken after this many characters of other events. */
const CHECKOUT_LENGTH = 10 * 1024 * 1024;
/** Characters without an answer, above which events are dropped until half of them are answered. */
const MAX_UNANSWERED = 32 * 1024 * 1024;
/** The stored time of the last activity is at most this old, in milliseconds. */
const TOUCH_MS = 1_000;
/** Chunks refused, with no full snapshot accepted in between, after which a page is no longer recorded. */
const MAX_REFUSALS = 3;

export interface PageOptions {
  readonly settings: Settings;
  readonly sdk: string;
  /** The storage of the origin and of the tab. */
  readonly local: Store;
  readonly tab: Store;
  readonly distinctId: string;
}

/** A page from the moment at which it is recorded. */
export interface RecordedPage {
  readonly session: Session;
  readonly isRecording: boolean;
  identify(distinctId: string): void;
  stop(): void;
  /** The page is hidden, and may not come back. */
  hide(): void;
  /** The page is left. */
  leave(): void;
  /** The page is shown again after it was left. */
  resume(): void;
}

/** Whether a session may be recorded. */
export function mayRecord({ id, isClosed }: Session, { sampleRate = 1 }: Settings): boolean {
  return !isClosed && isSampled(id, sampleRate);
}

export function recordPage(module: RecordingModule, options: PageOptions): RecordedPage {
  const { settings, local, tab, sdk } = options;
  const { key, host, release, environment } = settings;
  const address = `${host}/api/v1/replay?key=${encodeURIComponent(key)}`;
  let { distinctId } = options;
  let session = openSession(local, Date.now());
  let tabWindow: RecordedWindow;
  let outbox: Outbox;
  let recording: Recording | undefined;
  let isStopped = false;
  let isAway = false;
  /** Events that wait for an error, by the full snapshots that they follow. */
  let held: (readonly [type: number, text: string])[][] | undefined;
  let hasSnapshot = false;
  let isFull = false;
  let [snapshotSeq, snapshotAt, sinceSnapshot, touchedAt, refusals] = [0, 0, 0, 0, 0];

  const snapshot = (): void => recording?.snapshot();
  const chunker = createChunker((events, hasFull) => {
    const seq = tabWindow.takeSeq(session.id);
    const head = JSON.stringify({
      session_id: session.id,
      window_id: tabWindow.id,
      seq,
      distinct_id: distinctId,
      sent_at: new Date(),
      sdk,
      url: location.href.slice(0, 2_048),
      release,
      environment,
    });
    outbox.add({ sessionId: session.id, seq, text: `${head.slice(0, -1)},"events":${events}}`, hasSnapshot: hasFull });
  });

  const hold = (): void => {
    held = settings.buffer && !session.hasError ? [] : undefined;
  };
  const releaseHeld = (): void => {
    const events = held?.flat() ?? [];
    held = undefined;
    // Another tab may have begun a session, or written to this one.
    const stored = readSession(local);
    const isShared = stored?.id === session.id;
    session = { ...(isShared ? stored : session), hasError: true };
    if (isShared) keepSession(local, session);
    // What came before the error stays together with it.
    hasSnapshot = true;
    for (const [type, text] of events) if (!isStopped) send(type, text);
    chunker.cut();
  };
  const stop = (): void => {
    isStopped = true;
    recording?.stop();
    recording = undefined;
    chunker.cut();
  };
  const changeSession = (next: Session): void => {
    chunker.cut();
    session = next;
    hold();
    if (mayRecord(session, settings)) snapshot();
    else stop();
  };
  const touch = (now: number): void => {
    if (now - touchedAt < TOUCH_MS) return;
    touchedAt = now;
    const current = openSession(local, now);
    if (current.id !== session.id || current.isClosed) return changeSession(current);
    session = keepSession(local, { ...current, activeAt: now });
    if (held && session.hasError) releaseHeld();
  };

  const send = (type: number, text: string): void => {
    if (type === FULL_SNAPSHOT) snapshotSeq = tabWindow.seq(session.id);
    if (!chunker.add(text, type === FULL_SNAPSHOT)) return type === FULL_SNAPSHOT ? stop() : snapshot();
    if (type === FULL_SNAPSHOT && !hasSnapshot) chunker.cut();
    hasSnapshot ||= type === FULL_SNAPSHOT;
  };
  const isCongested = (): boolean => {
    const limit = isFull ? MAX_UNANSWERED / 2 : MAX_UNANSWERED;
    const wasFull = isFull;
    isFull = outbox.length > limit;
    if (wasFull && !isFull) snapshot();
    return wasFull || isFull;
  };
  const emit = (event: RecordedEvent): void => {
    const now = Date.now();
    const type: number = event.type;
    if (isStopped || isAway || type < FULL_SNAPSHOT) return;
    if (isActive(event)) {
      touch(now);
      // A snapshot of a new session comes first.
      event.timestamp = Math.max(event.timestamp, snapshotAt);
    } else if (isOver(session, now)) return;
    if (isStopped || isCongested()) return;
    if (type === META) {
      snapshotAt = event.timestamp;
      sinceSnapshot = 0;
      if (held) held = [...held.slice(-1), []];
    }
    const text = JSON.stringify(event);
    if (type !== FULL_SNAPSHOT) sinceSnapshot += text.length;
    if (held) held.at(-1)?.push([type, text]);
    else send(type, text);
    if (held && isError(event)) releaseHeld();
    if (type !== INCREMENTAL) return;
    if (now - snapshotAt > (held ? HELD_CHECKOUT_MS : CHECKOUT_MS) || sinceSnapshot > CHECKOUT_LENGTH) snapshot();
  };

  const answered = (
    chunk: Chunk,
    { closed, need_snapshot: isIncomplete }: { closed?: string; need_snapshot?: boolean },
  ): void => {
    if (chunk.hasSnapshot) refusals = 0;
    if (outbox.length === 0) keepUnsent(tab, []);
    if (chunk.sessionId !== session.id || isStopped) return;
    // Only this window may be one too many; the other tabs get answers of their own.
    if (closed === 'too_long') stop();
    else if (closed) {
      // Another tab may have begun a session already.
      if (openSession(local, Date.now()).id === session.id)
        keepSession(local, closed === 'ended' ? { ...session, activeAt: 0 } : { ...session, isClosed: true });
      changeSession(openSession(local, Date.now()));
    } else if (isIncomplete && chunk.seq >= snapshotSeq) snapshot();
  };
  const refused = (chunk: Chunk, status: number): void => {
    if (++refusals >= MAX_REFUSALS) return stop();
    // Another page has taken the number, so it has this window.
    if (status === 409) tabWindow = openWindow(tab);
    if (!isStopped) snapshot();
  };
  const gaveUp = (): void => {
    stop();
    keepUnsent(tab, outbox.unanswered());
    // What is kept must not be replaced by nothing when the page is left.
    isAway = true;
  };
  const open = (): void => {
    tabWindow = openWindow(tab);
    outbox = createOutbox({ address, answered, refused, gaveUp });
    for (const chunk of takeUnsent(tab)) outbox.add(chunk);
  };

  open();
  hold();
  recording = module.startRecording({ ...settings, emit });
  if (isStopped) stop();
  return {
    get session() {
      return session;
    },
    get isRecording() {
      return !isStopped;
    },
    identify(id) {
      if (id === distinctId) return;
      chunker.cut();
      distinctId = id;
    },
    stop,
    hide() {
      if (isAway) return;
      chunker.cut();
      keepUnsent(tab, outbox.unanswered());
    },
    leave() {
      if (isAway) return;
      chunker.cut();
      isAway = true;
      outbox.leave();
      keepUnsent(tab, outbox.unanswered());
      tabWindow.leave();
    },
    resume() {
      isAway = false;
      open();
      touchedAt = 0;
      snapshot();
    },
  };
}
