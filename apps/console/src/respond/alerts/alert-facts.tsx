import type { ReactNode } from 'react';
import type { AlertDetails } from '../../gen/api.js';
import { useMembers } from '../../session/use-members.js';
import { TimeText } from '../../time/time-text.js';
import { Facts, type Fact } from '../../ui/layout/facts.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { Labels } from '../parts/labels.js';

/** Times, labels and annotations of an alert. */
export function AlertFacts({ alert }: { readonly alert: AlertDetails }): ReactNode {
  const { nameOf } = useMembers();
  const times: readonly (readonly [string, string | undefined, string | undefined])[] = [
    ['Breach began', alert.started_at, undefined],
    ['Fired', alert.fired_at, undefined],
    ['Last evaluated', alert.evaluated_at, undefined],
    ['Acknowledged', alert.acknowledged_at, alert.acknowledged_by],
    ['Resolved', alert.resolved_at, alert.resolved_by],
  ];
  const facts: readonly Fact[] = [
    ...times.flatMap(([name, at, by]) =>
      at === undefined
        ? []
        : [
            {
              name,
              value: (
                <>
                  {<TimeText at={at} />}
                  {by !== undefined && (
                    <>
                      {' '}
                      by <OutsideText text={nameOf(by)} />
                    </>
                  )}
                </>
              ),
            },
          ],
    ),
    { name: 'Labels', value: <Labels labels={alert.labels} /> },
    ...Object.entries(alert.annotations).map(([name, text]) => ({ name, value: <Annotation text={text} /> })),
  ];
  return (
    <PanelSection title="Facts">
      <Facts label="Facts about the alert" facts={facts} />
    </PanelSection>
  );
}

/** A text of the rule, which is often the address of a runbook. */
function Annotation({ text }: { readonly text: string }): ReactNode {
  const shown = <OutsideText text={text} limit={500} />;
  if (!/^https?:\/\/\S+$/.test(text)) return shown;
  return (
    <a href={text} target="_blank" rel="noopener noreferrer">
      {shown}
    </a>
  );
}
