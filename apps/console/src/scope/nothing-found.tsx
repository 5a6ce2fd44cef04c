import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import { useIngestUrl } from '../session/use-ingest-url.js';
import { describeRange } from '../time/range.js';
import { Button } from '../ui/controls/button.js';
import { Empty } from '../ui/feedback/empty.js';
import { OutsideText } from '../ui/text/outside-text.js';
import type { Search } from '../url/codec.js';
import { useScope } from './scope.js';

interface NothingFoundProps {
  /** The signal whose receipt decides whether anything was ever sent. */
  readonly signal: 'logs' | 'traces';
  /** Names of what the list shows, such as `records`. */
  readonly items: string;
  /** One sentence about what belongs here, for a project that has never received the signal. */
  readonly lesson: string;
  /** The filters in words, such as `matching “timeout”`; `false` for those that are not set. */
  readonly filters: readonly (string | false)[];
  /** Parameters of the address that filter, besides the environments. */
  readonly parameters: readonly string[];
}

/** Says which range and filters were searched, and offers to widen them; teaches the first step where nothing has ever arrived. */
export function NothingFound({ signal, items, lesson, filters, parameters }: NothingFoundProps): ReactNode {
  const { range, zone, nowMs, env, update } = useScope();
  const ingestUrl = useIngestUrl();
  const navigate = useNavigate();
  const status = useApi('GET /ingest/status', {});
  const received = status.data?.signals.find((known) => known.signal === signal);
  if (status.data && received?.last_received_at === undefined)
    return (
      <Empty title={`No ${signal} yet`} text={lesson} command={`export OTEL_EXPORTER_OTLP_ENDPOINT=${ingestUrl}`} />
    );
  const removeFilters = (): void => {
    const isKept = ([name]: readonly [string, unknown]): boolean => name !== 'env' && !parameters.includes(name);
    const search = (before: Search): Search => Object.fromEntries(Object.entries(before).filter(isKept));
    void navigate({ to: '.', resetScroll: false, search });
  };
  const set = [...filters, env.length > 0 && `in ${env.join(' or ')}`].filter((text) => text !== false);
  return (
    <Empty
      title={`No ${items}`}
      text={
        <OutsideText text={`Nothing ${set.join(', ')} in this time range: ${describeRange(range, zone, nowMs)}.`} />
      }
    >
      <Button onClick={() => update({ from: '-24h', to: 'now' })}>Search the last 24 hours</Button>
      {set.length > 0 && <Button onClick={removeFilters}>Remove the filters</Button>}
    </Empty>
  );
}
