import { useEffect, useState, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { Sparkline } from '../../charts/sparkline.js';

/** Milliseconds for which a row must be in view before its activity is read, so that scrolling past reads nothing. */
const PAUSE_MS = 300;

/** Clicks and inputs over the length of a recording. */
export function RowActivity({ sessionId }: { readonly sessionId: string }): ReactNode {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), PAUSE_MS);
    return () => clearTimeout(timer);
  }, []);
  const options = { enabled: isWanted, staleTime: 60_000, keepsPrevious: false };
  const { data } = useApi('GET /replay/{session_id}', { path: { session_id: sessionId } }, options);
  if (!data) return null;
  return (
    <Sparkline
      label="Clicks and inputs from the start to the end"
      values={data.timeline.map(({ click_count: clicks, input_count: inputs }) => clicks + inputs)}
      height={18}
    />
  );
}
