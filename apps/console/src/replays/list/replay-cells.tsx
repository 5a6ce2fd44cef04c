import { memo, type ReactNode } from 'react';
import type { ReplayRecording } from '../../gen/api.js';
import { TargetLink } from '../../links/target-link.js';
import { Cell, type Column } from '../../rows/rows.js';
import { formatCount, formatDuration } from '../../time/amounts.js';
import { TimeText } from '../../time/time-text.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { RowActivity } from './row-activity.js';
import { SignalBadges } from './signal-badges.js';

const WIDE: readonly Column[] = [
  { label: 'Began', width: '132px', narrowWidth: '124px' },
  { label: 'First page', width: 'minmax(160px, 1.6fr)', narrowWidth: 'minmax(0, 1fr)' },
  { label: 'Person', width: 'minmax(100px, 1fr)', isOptional: true },
  { label: 'Duration', width: '84px', narrowWidth: '72px', isNumber: true },
  { label: 'Active', width: '84px', isOptional: true, isNumber: true },
  { label: 'Activity', width: '96px', isOptional: true },
  { label: 'Clicks', width: '56px', isOptional: true, isNumber: true },
  { label: 'Signals', width: '220px', isOptional: true },
  { label: 'Release', width: '110px', isOptional: true },
];
const NARROW = WIDE.filter(({ isOptional }) => isOptional !== true);

/** @param isNarrow while a summary takes the place of the other columns. */
export function toReplayColumns(isNarrow: boolean): readonly Column[] {
  return isNarrow ? NARROW : WIDE;
}

interface ReplayCellsProps {
  readonly recording: ReplayRecording;
  readonly isNarrow: boolean;
}

/** The cells of one recording. */
export const ReplayCells = memo(function ReplayCells({ recording, isNarrow }: ReplayCellsProps): ReactNode {
  const { session_id: session, started_at: start, first_url: url, duration_ms: duration } = recording;
  return (
    <>
      <Cell>{start !== undefined && <TimeText at={start} />}</Cell>
      <Cell>
        <TargetLink type="session" id={session}>
          <OutsideText text={url === '' ? session : url} limit={160} />
        </TargetLink>
      </Cell>
      {!isNarrow && (
        <Cell isOptional>
          <TargetLink type="person" id={recording.distinct_id}>
            <OutsideText text={recording.distinct_id} limit={80} />
          </TargetLink>
        </Cell>
      )}
      <Cell isNumber>{formatDuration(duration, 'ms')}</Cell>
      {!isNarrow && <Others recording={recording} />}
    </>
  );
});

function Others({ recording }: { readonly recording: ReplayRecording }): ReactNode {
  const { session_id: session, summary, click_count: clicks, release } = recording;
  return (
    <>
      <Cell isNumber isOptional>
        {summary ? (
          formatDuration(summary.active_ms, 'ms')
        ) : (
          <span title="A recording is summarized five minutes after its start.">–</span>
        )}
      </Cell>
      <Cell isOptional>
        <RowActivity sessionId={session} />
      </Cell>
      <Cell isNumber isOptional>
        {formatCount(clicks, 'short')}
      </Cell>
      <Cell isOptional>
        <SignalBadges recording={recording} />
      </Cell>
      <Cell isOptional>
        <OutsideText text={release} limit={60} />
      </Cell>
    </>
  );
}
