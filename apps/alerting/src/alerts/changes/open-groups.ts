import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Transaction } from '@svc/relational';
import type { Peeked } from '../alerts.repository.js';
import { GroupsRepository, type GroupRow, type NewGroup } from '../groups/groups.repository.js';
import type { AlertChange } from '../lifecycle/alert-change.js';
import { groupKey, groupLabels } from '../lifecycle/identity.js';
import { toMatchable } from '../silences/matcher.js';
import type { Identified } from './identified.js';

/** The groups of changes, locked. */
export interface OpenGroups {
  /** The group of a change that fires, by the key of its alert. */
  readonly byAlert: ReadonlyMap<string, GroupRow>;
  /** The groups of the alerts, and the groups that the alerts belonged to before. */
  readonly locked: readonly GroupRow[];
}

/** Locks the current groups of alerts and the groups that the alerts move to. */
@Injectable()
export class GroupOpener {
  constructor(private readonly groups: GroupsRepository) {}

  async open(
    tx: Transaction,
    changes: readonly Identified[],
    alerts: ReadonlyMap<string, Peeked>,
  ): Promise<OpenGroups> {
    const keys = new Map<string, string>();
    const wanted = new Map<string, NewGroup>();
    for (const { change, key, newId } of changes) {
      if (change.phase !== 'firing') continue;
      const group = toGroup(change, alerts.get(key)?.id ?? newId);
      const place = `${group.projectId} ${group.key}`;
      keys.set(key, place);
      if (!wanted.has(place)) wanted.set(place, group);
    }
    const opened = await this.groups.open(tx, [...wanted.values()]);
    const known = new Set(opened.map(({ id }) => id));
    const former = [...alerts.values()].flatMap(({ groupId }) =>
      groupId === null || known.has(groupId) ? [] : groupId,
    );
    const locked = [...opened, ...(await this.groups.lock(tx, [...new Set(former)]))];
    const byPlace = new Map(opened.map((group) => [`${group.projectId} ${group.key}`, group]));
    const byAlert = new Map<string, GroupRow>();
    for (const [key, place] of keys) {
      const group = byPlace.get(place);
      if (group) byAlert.set(key, group);
    }
    return { byAlert, locked };
  }

  /**
   * Schedules a last flush, which closes the group, for groups that were opened for an alert that then did not fire.
   */
  async forget(tx: Transaction, groups: readonly GroupRow[], now: Date): Promise<void> {
    const unused = groups.filter(({ lastFlushAt, nextFlushAt }) => lastFlushAt === null && nextFlushAt === null);
    await this.groups.save(
      tx,
      unused.map((group) => ({ ...group, nextFlushAt: now })),
      now,
    );
  }
}

function toGroup({ projectId, rule, ...change }: AlertChange, leadAlertId: string): NewGroup {
  const { notify, severity } = rule;
  const labels = toMatchable({ labels: change.labels, severity });
  const key = groupKey(labels, notify);
  return { id: randomUUID(), projectId, key, labels: groupLabels(labels, notify.groupBy), notify, leadAlertId };
}
