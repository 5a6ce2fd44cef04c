import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { IncidentDetails } from '../../gen/api.js';
import { TargetLink } from '../../links/target-link.js';
import { Button } from '../../ui/controls/button.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../parts/respond.module.css';
import { State } from '../parts/states.js';
import { useRefusal } from '../parts/use-refusal.js';
import type { IncidentChange } from './changes/use-incident-change.js';
import { toLinks, type ShownLink } from './to-links.js';

const LinkDialog = lazy(async () => ({ default: (await import('./link-dialog.js')).LinkDialog }));

interface LinkedProps {
  readonly incident: IncidentDetails;
  readonly change: IncidentChange;
}

/** The alerts, issues and anomalies of an incident, and why they belong to it. */
export function Linked({ incident, change }: LinkedProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const role = useRefusal('incidents:write');
  return (
    <PanelSection
      title="Linked"
      aside={
        <Button kind="quiet" icon="plus" disabledReason={role} onClick={() => setIsOpen(true)}>
          Link
        </Button>
      }
    >
      <Table<ShownLink>
        label="Linked alerts, issues and anomalies"
        rows={toLinks(incident)}
        getId={({ id }) => id}
        empty="Nothing is linked."
        columns={[
          { label: 'Kind', render: ({ kind }) => <span className={classes.nowrap}>{kind}</span> },
          {
            label: 'Name',
            render: ({ type, ref, name, reason }) => (
              <>
                <TargetLink type={type} id={ref}>
                  <OutsideText text={name} limit={120} />
                </TargetLink>
                {reason !== undefined && <p className={classes.note}>{reason}</p>}
              </>
            ),
          },
          { label: 'State', render: ({ state }) => state !== undefined && <State name={state} /> },
          {
            label: 'Action',
            isNumber: true,
            render: ({ id, name }) => (
              <Button
                kind="quiet"
                icon="close"
                aria-label={`Remove the link to ${name}`}
                disabledReason={role}
                onClick={() => void change.run(incident, { kind: 'unlink', linkId: id })}
              />
            ),
          },
        ]}
      />
      <Suspense>
        {isOpen && <LinkDialog incident={incident} change={change} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </PanelSection>
  );
}
