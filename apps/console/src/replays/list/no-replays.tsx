import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { useScope } from '../../scope/scope.js';
import { useIngestUrl } from '../../session/use-ingest-url.js';
import { describeRange } from '../../time/range.js';
import { Button } from '../../ui/controls/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { readFields } from '../../url/codec.js';
import { REPLAYS_FIELDS } from '../fields.js';
import { describeFilters } from './replay-query.js';
import type { ToolbarProps } from './toolbar-props.js';

/** A time before the first recording of anyone. */
const EVER = '2000-01-01T00:00:00Z';

/** Says which range and filters have no recording; teaches how pages are recorded if there was never one. */
export function NoReplays({ state, update }: ToolbarProps): ReactNode {
  const ingestUrl = useIngestUrl();
  const { range, zone, nowMs, update: updateScope } = useScope();
  const any = useApi('GET /replay', { query: { start_time: EVER, limit: 1 } });
  if (any.data?.recordings.length === 0 && any.data.pagination?.has_more !== true)
    return (
      <Empty
        title="No recordings yet"
        text="What visitors see and do appears here, with everything that they type masked. Put the recorder into the head of your pages, with a publishable key that has the scope analytics:write."
        command={`<script async src="${ingestUrl}/replay/v1/recorder.js" data-key="PUBLISHABLE_KEY"></script>`}
      />
    );
  const filters = describeFilters(state);
  const removeFilters = (): void => update({ ...readFields(REPLAYS_FIELDS, {}), sort: state.sort });
  const isBySignal = ['active', 'rage', 'dead', 'errors'].includes(state.sort);
  return (
    <Empty
      title="No recordings"
      text={
        <>
          <OutsideText
            text={`No recording ${filters.join(', ')} began in this time range: ${describeRange(range, zone, nowMs)}.`}
          />
          {isBySignal && ' This order has only recordings with some of what it counts.'}
        </>
      }
    >
      <Button onClick={() => updateScope({ from: '-7d', to: 'now' })}>Search the last 7 days</Button>
      {filters.length > 0 && <Button onClick={removeFilters}>Remove the filters</Button>}
      {isBySignal && <Button onClick={() => update({ sort: 'start' })}>Show the newest</Button>}
    </Empty>
  );
}
