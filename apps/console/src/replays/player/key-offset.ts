const SMALL_MS = 5_000;
const LARGE_MS = 30_000;

interface Key {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey?: boolean;
  readonly ctrlKey?: boolean;
  readonly metaKey?: boolean;
}

/** The moment to which a key leads: arrows by 5 seconds, or 30 with shift, Home and End; undefined for other keys. */
export function toKeyOffset(pressed: Key, offsetMs: number, durationMs: number): number | undefined {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = pressed;
  if (altKey === true || ctrlKey === true || metaKey === true) return undefined;
  const step = shiftKey ? LARGE_MS : SMALL_MS;
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: offsetMs - step,
    ArrowDown: offsetMs - step,
    ArrowRight: offsetMs + step,
    ArrowUp: offsetMs + step,
    PageDown: offsetMs - LARGE_MS,
    PageUp: offsetMs + LARGE_MS,
    Home: 0,
    End: durationMs,
  };
  const target = targets[key];
  return target === undefined ? undefined : Math.max(0, Math.min(durationMs, target));
}
