import type { ReactNode } from 'react';
import type { AnomalyFinding, IncidentDetails } from '../../gen/api.js';
import { TargetLink } from '../../links/target-link.js';
import { useMembers, type Members } from '../../session/use-members.js';
import { TimeText } from '../../time/time-text.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../parts/respond.module.css';

interface Change {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly what: ReactNode;
}

/** What an incident and an anomaly know about changes; a part is absent if it may not be read. */
type Changes = Pick<IncidentDetails | AnomalyFinding, 'deploys' | 'flag_changes' | 'setting_changes'>;

interface NearbyChangesProps {
  readonly changes: Changes;
  /** Name of the table. */
  readonly label: string;
  /** A sentence in place of no changes. */
  readonly empty: string;
}

/** Deploys and changes of flags and settings near something, the newest first. */
export function NearbyChanges({ changes, label, empty }: NearbyChangesProps): ReactNode {
  const { nameOf } = useMembers();
  const { deploys, flag_changes: flags, setting_changes: settings } = changes;
  const errors = [deploys, flags, settings].flatMap((part) => (part?.error === undefined ? [] : [part.error]));
  const isCut = [deploys, flags, settings].some((part) => part?.truncated === true);
  return (
    <PanelSection title="Changes around it">
      {errors.map((error) => (
        <p key={error} className={classes.warning}>{`A part could not be read: ${error}`}</p>
      ))}
      <Table<Change>
        label={label}
        rows={toRows(changes, nameOf)}
        getId={({ id }) => id}
        empty={empty}
        columns={[
          {
            label: 'Time',
            render: ({ at }) => (
              <span className={classes.nowrap}>
                <TimeText at={at} precision="minute" />
              </span>
            ),
          },
          { label: 'Kind', render: ({ kind }) => <span className={classes.nowrap}>{kind}</span> },
          { label: 'Change', render: ({ what }) => what },
        ]}
      />
      {isCut && <p className={classes.note}>There were more changes than are shown.</p>}
    </PanelSection>
  );
}

function toRows(near: Changes, nameOf: Members['nameOf']): readonly Change[] {
  const { deploys, flag_changes: flags, setting_changes: settings } = near;
  const changes: readonly Change[] = [
    ...(deploys?.items ?? []).map(({ release, deployed_at: at = '' }) => ({
      id: `deploy ${release} ${at}`,
      at,
      kind: 'Deploy',
      what: (
        <TargetLink type="release" id={release}>
          <OutsideText text={release} limit={80} />
        </TargetLink>
      ),
    })),
    ...(flags?.items ?? []).map(({ key, change, changed_at: at = '' }) => ({
      id: `flag ${key} ${at}`,
      at,
      kind: `Flag ${change}`,
      what: (
        <TargetLink type="flag" id={key}>
          <OutsideText text={key} limit={80} />
        </TargetLink>
      ),
    })),
    ...(settings?.items ?? []).map(({ operation, target = '', changed_at: at = '', changed_by: by }) => ({
      id: `setting ${operation} ${target} ${at}`,
      at,
      kind: 'Setting',
      what: (
        <>
          <code>{operation}</code> by <OutsideText text={nameOf(by)} />
        </>
      ),
    })),
  ];
  return changes.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
