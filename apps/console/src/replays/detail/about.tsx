import { useState, type ReactNode } from 'react';
import type { ReplayDetails } from '../../gen/api.js';
import { TargetLink } from '../../links/target-link.js';
import { useSession } from '../../session/session.js';
import { formatBytes, formatCount, formatDuration } from '../../time/amounts.js';
import { TimeText } from '../../time/time-text.js';
import { Button } from '../../ui/controls/button.js';
import { Facts, type Fact } from '../../ui/layout/facts.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { ValueCell } from '../../ui/value/value-cell.js';
import classes from './about.module.css';
import { DeleteReplayDialog } from './delete-replay-dialog.js';
import { describeMasked, describeMissing } from './missing.js';

interface AboutProps {
  readonly details: ReplayDetails;
  readonly onDeleted: () => void;
}

/** Facts about a recording: who, which pages, what is missing and what was masked. */
export function About({ details, onDeleted }: AboutProps): ReactNode {
  const { can } = useSession();
  const [isDeleting, setDeleting] = useState(false);
  const { recording, urls } = details;
  if (!recording) return null;
  const missing = describeMissing(details);
  return (
    <>
      <Facts label="Recording" facts={toFacts(details)} />
      <PanelSection title="Missing">
        {missing.length === 0 && <p className={classes.note}>Nothing is known to be missing.</p>}
        <ul className={classes.list}>
          {missing.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p className={classes.note}>{describeMasked(details)}</p>
      </PanelSection>
      <PanelSection title="Pages">
        <ol className={classes.list}>
          {urls.map((url) => (
            <li key={url}>
              <OutsideText text={url} limit={300} />
            </li>
          ))}
        </ol>
      </PanelSection>
      <div className={classes.actions}>
        <Button
          kind="danger"
          icon="trash"
          disabledReason={can('replay:write') ? undefined : 'Your role does not have replay:write.'}
          onClick={() => setDeleting(true)}
        >
          Delete the recording
        </Button>
      </div>
      {isDeleting && (
        <DeleteReplayDialog sessionId={recording.session_id} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
      )}
    </>
  );
}

function toFacts({ recording, active_ms: active, asset_count: assets }: ReplayDetails): readonly Fact[] {
  if (!recording) return [];
  const { session_id: session, distinct_id: person, started_at: start, expires_at: expiry, summary } = recording;
  const facts: readonly (Fact | false)[] = [
    { name: 'Session', value: <ValueCell field="session_id" kind="id" value={session} /> },
    {
      name: 'Person',
      value: (
        <TargetLink type="person" id={person}>
          <OutsideText text={person} limit={120} />
        </TargetLink>
      ),
    },
    start !== undefined && { name: 'Began', value: <TimeText at={start} /> },
    {
      name: 'Duration',
      value: `${formatDuration(recording.duration_ms, 'ms')}, ${formatDuration(active, 'ms')} active`,
    },
    {
      name: 'Recorded',
      value: `${formatCount(recording.event_count)} events, ${formatCount(recording.click_count)} clicks, ${formatCount(
        recording.input_count,
      )} inputs, ${formatBytes(recording.bytes)}`,
    },
    recording.release !== '' && {
      name: 'Release',
      value: (
        <TargetLink type="release" id={recording.release}>
          <OutsideText text={recording.release} limit={120} />
        </TargetLink>
      ),
    },
    recording.environment !== '' && {
      name: 'Environment',
      value: <OutsideText text={recording.environment} limit={80} />,
    },
    { name: 'Recorder', value: <OutsideText text={recording.sdk === '' ? 'unknown' : recording.sdk} limit={120} /> },
    { name: 'Copies of files', value: formatCount(assets) },
    { name: 'State', value: summary?.is_final === true ? 'ended' : 'may go on' },
    expiry !== undefined && { name: 'Expires', value: <TimeText at={expiry} precision="minute" /> },
  ];
  return facts.filter((fact) => fact !== false);
}
