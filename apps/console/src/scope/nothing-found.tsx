import type { ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import { describeRange } from '../time/range.js';
import { Button } from '../ui/controls/button.js';
import { Empty } from '../ui/feedback/empty.js';
import { useScope } from './scope.js';

interface NothingFoundProps {
  /** The signal whose receipt decides whether anything was ever sent. */
  readonly signal: 'logs' | 'traces';
  /** Names of what the list shows, such as `records`. */
  readonly items: string;
  /** What belongs here, in one sentence, for a project that has never received the signal. */
  readonly lesson: string;
  /** The filters in words, such as `matching “timeout”`; `false` for those that are not set. */
  readonly filters: readonly (string | false)[];
  readonly onRemoveFilters: () => void;
}

const COMMAND = `export OTEL_EXPORTER_OTLP_ENDPOINT=${typeof window === 'undefined' ? '' : window.location.origin}`;

/** Says which range and filters were searched, and offers to widen them; teaches the first step where nothing has ever arrived. */
export function NothingFound({ signal, items, lesson, filters, onRemoveFilters }: NothingFoundProps): ReactNode {
  const { range, zone, nowMs, env, update } = useScope();
  const status = useApi('GET /ingest/status', {});
  const received = status.data?.signals.find((known) => known.signal === signal);
  if (status.data && received?.last_received_at === undefined)
    return <Empty title={`No ${signal} yet`} text={lesson} command={COMMAND} />;
  const set = [...filters, env.length > 0 && `in ${env.join(' or ')}`].filter((text) => text !== false);
  return (
    <Empty
      title={`No ${items}`}
      text={<bdi>{`Nothing ${set.join(', ')} in this time range: ${describeRange(range, zone, nowMs)}.`}</bdi>}
    >
      <Button onClick={() => update({ from: '-24h', to: 'now' })}>Search the last 24 hours</Button>
      {set.length > 0 && (
        <Button
          onClick={() => {
            onRemoveFilters();
            if (env.length > 0) update({ env: [] });
          }}
        >
          Remove the filters
        </Button>
      )}
    </Empty>
  );
}
