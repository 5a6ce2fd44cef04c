import type { ReactNode } from 'react';
import type { AnomalyFinding } from '../../gen/api.js';
import { useMembers } from '../../session/use-members.js';
import { TimeText } from '../../time/time-text.js';
import { Facts, type Fact } from '../../ui/layout/facts.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { Labels } from '../parts/labels.js';

/** Times and series of an anomaly. */
export function AnomalyFacts({ finding }: { readonly finding: AnomalyFinding }): ReactNode {
  const { nameOf } = useMembers();
  const { detector, signal, labels, version, resolved_by: resolver, resolved_at: resolved } = finding;
  const times: readonly (readonly [string, string | null | undefined, string | undefined])[] = [
    ['First deviation', finding.started_at, undefined],
    ['Last deviation', finding.last_seen_at, undefined],
    ['Reported', finding.opened_at, undefined],
    ['Acknowledged', finding.acknowledged_at, toPerson(finding.acknowledged_by)],
    ['Resolved', resolved, resolver === undefined ? 'after six normal windows' : toPerson(resolver)],
  ];
  function toPerson(id: string | undefined): string | undefined {
    return id === undefined ? undefined : `by ${nameOf(id)}`;
  }
  const facts: readonly Fact[] = [
    ...times.flatMap(([name, at, note]) => {
      if (at === null || at === undefined) return [];
      const value = (
        <>
          <TimeText at={at} /> {note !== undefined && <OutsideText text={note} />}
        </>
      );
      return [{ name, value }];
    }),
    { name: 'Series', value: <Labels labels={labels} /> },
    { name: 'Detector', value: <code>{detector}</code> },
    { name: 'Signal', value: signal },
    { name: 'Version', value: String(version) },
  ];
  return (
    <PanelSection title="Facts">
      <Facts label="Facts about the anomaly" facts={facts} />
    </PanelSection>
  );
}
