import { useEffect, useState } from 'react';

/**
 * Whether a time has passed since the key was first seen.
 *
 * @param ms milliseconds; 0 is over at once.
 */
export function useElapsed(ms: number, key: string): boolean {
  const [elapsed, setElapsed] = useState<string>();
  useEffect(() => {
    if (ms === 0) return undefined;
    const timer = setTimeout(() => setElapsed(key), ms);
    return () => clearTimeout(timer);
  }, [ms, key]);
  return ms === 0 || elapsed === key;
}
