import type { ReplayWindow } from '../../gen/api.js';

type Span = Pick<ReplayWindow, 'window_id' | 'from_offset_ms' | 'to_offset_ms'>;

function shows({ from_offset_ms: from, to_offset_ms: to }: Span, offsetMs: number): boolean {
  return from <= offsetMs && offsetMs <= to;
}

function distance({ from_offset_ms: from, to_offset_ms: to }: Span, offsetMs: number): number {
  return Math.max(from - offsetMs, offsetMs - to, 0);
}

/** The window that shows a moment: the preferred one if it does, or else the one that is nearest to it; undefined without windows. */
export function pickWindow<W extends Span>(
  windows: readonly W[],
  offsetMs: number,
  preferred: string | undefined,
): W | undefined {
  const known = windows.find(({ window_id: id }) => id === preferred);
  if (known && shows(known, offsetMs)) return known;
  return windows.toSorted((a, b) => distance(a, offsetMs) - distance(b, offsetMs))[0];
}

/** The window in which the person went on after the end of another one. */
export function followingWindow<W extends Span>(windows: readonly W[], ended: Span): W | undefined {
  return windows
    .filter(({ window_id: id, to_offset_ms: to }) => id !== ended.window_id && to > ended.to_offset_ms)
    .toSorted((a, b) => a.from_offset_ms - b.from_offset_ms)[0];
}

/** The moment nearest to another one that a window shows. */
function nearestMoment(windows: readonly Span[], id: string, offsetMs: number): number {
  const { from_offset_ms: from, to_offset_ms: to } = windows.find((window) => window.window_id === id) ?? {
    from_offset_ms: offsetMs,
    to_offset_ms: offsetMs,
  };
  return Math.max(from, Math.min(to, offsetMs));
}

/** The moment at which a chosen window begins: while playing, one that has ended before the moment plays from its start. */
export function chosenMoment(windows: readonly Span[], id: string, offsetMs: number, isPlaying: boolean): number {
  const chosen = windows.find((window) => window.window_id === id);
  const hasEnded = chosen !== undefined && offsetMs >= chosen.to_offset_ms;
  return isPlaying && hasEnded ? chosen.from_offset_ms : nearestMoment(windows, id, offsetMs);
}

/** A name for people: windows are counted by their first event. */
export function nameWindow(windows: readonly Span[], id: string): string {
  return `Tab ${windows.findIndex((window) => window.window_id === id) + 1}`;
}
