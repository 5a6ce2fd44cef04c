import { useKeys } from '../../keys/use-keys.js';
import type { Item } from '../signals/items.js';
import { toKeyOffset } from './key-offset.js';
import type { PlayerHandle } from './use-playback.js';

/** Moments that are closer than this are the same one for a step, in milliseconds. */
const SAME_MS = 250;

/** Plays and moves with the keyboard. @returns a step to the previous (-1) or the next (1) thing that happened. */
export function usePlayerKeys(
  { playback, state }: PlayerHandle,
  items: readonly Item[],
  seek: (offsetMs: number) => void,
): (step: -1 | 1) => void {
  const { offsetMs } = state;
  const step = (direction: -1 | 1): void => {
    const reachable = items.filter((item) => item.offsetMs >= 0);
    const target =
      direction === 1
        ? reachable.find((item) => item.offsetMs > offsetMs + SAME_MS)
        : reachable.findLast((item) => item.offsetMs < offsetMs - SAME_MS);
    if (target) seek(target.offsetMs);
  };
  const arrow = (key: string, label: string, shiftKey = false) => ({
    keys: `${shiftKey ? 'shift+' : ''}${key.toLowerCase()}`,
    label,
    run: () => seek(toKeyOffset({ key, shiftKey }, offsetMs, Infinity) ?? offsetMs),
  });
  useKeys('Player', [
    { keys: 'space', label: 'Play or pause', run: playback.toggle },
    arrow('ArrowLeft', 'Back by 5 seconds'),
    arrow('ArrowRight', 'Forward by 5 seconds'),
    arrow('ArrowLeft', 'Back by 30 seconds', true),
    arrow('ArrowRight', 'Forward by 30 seconds', true),
    { keys: ',', label: 'To what happened before', run: () => step(-1) },
    { keys: '.', label: 'To what happens next', run: () => step(1) },
  ]);
  return step;
}
