import { useEffect, useState } from 'react';

/** Milliseconds after the last change at which a value counts. */
const PAUSE_MS = 300;

/** A value that is typed, a moment after its last change. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
