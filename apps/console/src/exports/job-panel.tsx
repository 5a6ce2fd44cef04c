import type { ReactNode } from 'react';
import type { ExportJob } from '../gen/api.js';
import { useScope } from '../scope/scope.js';
import { TimeText } from '../time/time-text.js';
import { Badge } from '../ui/controls/badge.js';
import { CodeBlock } from '../ui/feedback/code-block.js';
import { Facts, type Fact } from '../ui/layout/facts.js';
import { Panel, PanelSection } from '../ui/layout/panel.js';
import { OutsideText } from '../ui/text/outside-text.js';
import { describeAmount, explainJob, toneOf } from './describe-job.js';
import { JobActions } from './job-actions.js';

interface JobPanelProps {
  readonly job: ExportJob;
  readonly reason: string | undefined;
  readonly onClose: () => void;
}

/** All about one export. */
export function JobPanel({ job, reason, onClose }: JobPanelProps): ReactNode {
  const { zone } = useScope();
  const time = (name: string, at: string | undefined): readonly Fact[] =>
    at === undefined ? [] : [{ name, value: <TimeText at={at} /> }];
  const facts: readonly Fact[] = [
    { name: 'State', value: <Badge tone={toneOf(job)}>{job.status}</Badge> },
    { name: 'Why', value: <OutsideText text={explainJob(job, zone)} /> },
    { name: 'Amount', value: describeAmount(job) },
    { name: 'Attempts', value: job.attempt_count },
    ...time('Created', job.created_at),
    ...time('Started', job.started_at),
    ...time('Ended', job.completed_at),
    { name: 'ID', value: <code>{job.id}</code> },
    ...(job.result ? [{ name: 'SHA-256', value: <code>{job.result.sha256}</code> }] : []),
  ];
  return (
    <Panel
      title={`${job.signal.replace('_', ' ')} as ${job.format.toUpperCase()}`}
      onClose={onClose}
      actions={<JobActions job={job} reason={reason} />}
    >
      <Facts label="Export" facts={facts} />
      <PanelSection title="Query">
        <CodeBlock label="Query" text={JSON.stringify(job.query ?? {}, null, 2)} />
      </PanelSection>
    </Panel>
  );
}
