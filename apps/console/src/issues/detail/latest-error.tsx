import type { ReactNode } from 'react';
import type { ErrorEvent, IssueDetails } from '../../gen/api.js';
import { MomentLink } from '../../links/moment-link.js';
import { ScopeLink } from '../../links/scope-link.js';
import { SubjectValue } from '../../links/subject-value.js';
import { TargetLink } from '../../links/target-link.js';
import { addTerm } from '../../search/terms.js';
import { formatDuration } from '../../time/format.js';
import { toRange } from '../../time/range.js';
import { TimeText } from '../../time/time-text.js';
import { Facts, type Fact } from '../../ui/layout/facts.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { ValueCell } from '../../ui/value/value-cell.js';
import type { Search } from '../../url/codec.js';
import { StackView } from '../stack/stack-view.js';
import classes from './issue-details.module.css';

/** The latest error with its stack, what was recorded around it, and its attributes. */
export function LatestError({ issue }: { readonly issue: IssueDetails }): ReactNode {
  const { latest_event: error, symbolication } = issue;
  if (!error)
    return (
      <PanelSection title="Latest error">
        <p className={classes.note}>Its errors are older than the retention of the project, so none is left.</p>
      </PanelSection>
    );
  const attributes = Object.entries(error.attributes ?? {});
  return (
    <>
      <PanelSection title="Latest error" aside={error.timestamp !== undefined && <TimeText at={error.timestamp} />}>
        <RelatedLinks issue={issue} error={error} />
        <StackView error={error} symbolication={symbolication} />
      </PanelSection>
      <PanelSection title="Origin of the latest error">
        <Facts label="Origin" facts={toOrigin(error)} />
      </PanelSection>
      {attributes.length > 0 && (
        <PanelSection title="Attributes of the latest error">
          <Facts
            label="Attributes"
            facts={attributes.map(([name, value]) => ({ name, value: <ValueCell field={name} value={value} /> }))}
          />
        </PanelSection>
      )}
    </>
  );
}

/** Links to the trace, the log records and the recordings of an error. */
function RelatedLinks({ issue, error }: { readonly issue: IssueDetails; readonly error: ErrorEvent }): ReactNode {
  const { trace_id: trace, span_id: span } = error;
  return (
    <div className={classes.links}>
      {trace !== undefined && (
        <>
          <TargetLink
            {...(span === undefined ? { type: 'trace', id: trace } : { type: 'span', id: `${trace}/${span}` })}
          >
            Trace
          </TargetLink>
          <ScopeLink to="logs" search={{ q: addTerm('', 'trace_id', trace), ...toTimes(error.timestamp) }}>
            Logs of the trace
          </ScopeLink>
        </>
      )}
      {issue.recordings.map(({ session_id: id, offset_ms: offset }) => (
        <MomentLink key={id} sessionId={id} offsetMs={offset}>
          {`Recording at ${formatDuration(offset, 'ms')}`}
        </MomentLink>
      ))}
    </div>
  );
}

function toOrigin(error: ErrorEvent): readonly Fact[] {
  const { handled, distinct_id: person, session_id: session, service_name: service, groups } = error;
  const texts: readonly (readonly [name: string, field: string, value: string])[] = [
    ['Service', 'service', service],
    ['Environment', 'environment', error.environment],
    ['Release', 'release', error.release],
    ['Distribution', 'dist', error.dist],
    ['Mechanism', 'mechanism', error.mechanism],
    ['Reported by', 'source', error.source],
  ];
  const facts: readonly (Fact | false)[] = [
    ...texts.map(([name, field, value]) => value !== '' && { name, value: <ValueCell field={field} value={value} /> }),
    handled !== undefined && { name: 'Handled', value: handled ? 'yes' : 'no, it ended what the application did' },
    person !== '' && {
      name: 'Person',
      value: <SubjectValue field="distinct_id" value={person} />,
    },
    session !== '' && { name: 'Session', value: <ValueCell field="session_id" kind="id" value={session} /> },
    ...Object.entries(groups).map(([type, key]) => ({ name: type, value: <ValueCell field={type} value={key} /> })),
    { name: 'Error ID', value: <code>{error.id}</code> },
  ];
  return facts.filter((fact) => fact !== false);
}

/** Time on either side of an error in which records of its trace are expected, in milliseconds. */
const AROUND_MS = 3_600_000;

function toTimes(timestamp: string | undefined): Search {
  const ms = Date.parse(timestamp ?? '');
  if (Number.isNaN(ms)) return {};
  const { from, to } = toRange({ startMs: ms - AROUND_MS, endMs: ms + AROUND_MS });
  return { from, to };
}
