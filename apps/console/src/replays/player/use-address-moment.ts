import { useEffect, useRef } from 'react';
import type { PlayerHandle } from './use-playback.js';

/** Milliseconds of the recording between two changes of the address during play. */
const STEP_MS = 5_000;

/**
 * Keeps the moment that is shown in the address, and follows an address that changes in another way.
 *
 * @param t the moment in the address.
 */
export function useAddressMoment(
  { playback, state }: PlayerHandle,
  t: number,
  onAddress: (offsetMs: number) => void,
): void {
  const { offsetMs, isPlaying, isWaiting } = state;
  // The moments that were written and have not been seen in the address yet, the last one being the present.
  const written = useRef([t]);
  const write = useRef(onAddress);
  write.current = onAddress;
  useEffect(() => {
    const at = written.current.indexOf(t);
    written.current = at < 0 ? [t] : written.current.slice(at);
    if (at < 0) playback.seek(t);
  }, [t, playback]);
  useEffect(() => {
    const moment = Math.round(offsetMs);
    const distance = Math.abs(moment - (written.current.at(-1) ?? 0));
    if (isWaiting || distance === 0 || (isPlaying && distance < STEP_MS)) return undefined;
    // Dragging moves many times, and browsers limit changes of the address.
    const timer = setTimeout(
      () => {
        written.current = [...written.current, moment];
        write.current(moment);
      },
      isPlaying ? 0 : 200,
    );
    return () => clearTimeout(timer);
  }, [offsetMs, isPlaying, isWaiting]);
}
