import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { AlertsRepository } from '../alerts.repository.js';
import { HoldsRepository, identityKey } from '../holds.repository.js';
import type { AlertChange } from '../lifecycle/alert-change.js';
import { EVALUATION, type AlertWrite } from '../lifecycle/alert-write.js';
import { ActiveSilences } from '../silences/active-silences.js';
import { AlertWriter } from './alert-writer.js';
import { decideChange } from './decide-change.js';
import { firstOfEach, identify, type Identified } from './identified.js';
import { GroupOpener } from './open-groups.js';

/** Takes in what evaluations found out. */
@Injectable()
export class AlertChanges {
  constructor(
    private readonly alerts: AlertsRepository,
    private readonly holds: HoldsRepository,
    private readonly groups: GroupOpener,
    private readonly silences: ActiveSilences,
    private readonly writer: AlertWriter,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Applies changes in the caller's transaction, which also keeps what the evaluation remembers of its series: both happen or neither.
   * Several changes of one alert take effect in their order. Evaluations of one rule follow each other.
   *
   * @throws RangeError if an ID is not one: a fault of the caller.
   */
  async apply(tx: Transaction, changes: readonly AlertChange[]): Promise<void> {
    let waiting = await identify(changes);
    while (waiting.length > 0) {
      const [first, later] = firstOfEach(waiting);
      await this.#applyDistinct(tx, first);
      waiting = later;
    }
  }

  async #applyDistinct(tx: Transaction, changes: readonly Identified[]): Promise<void> {
    const now = new Date(this.clock());
    const identities = changes.map(({ projectId, fingerprint }) => ({ projectId, fingerprint }));
    const peeked = new Map((await this.alerts.peek(tx, identities)).map((alert) => [identityKey(alert), alert]));
    const { byAlert, locked } = await this.groups.open(tx, changes, peeked);
    const current = new Map((await this.alerts.lockActive(tx, identities)).map((alert) => [identityKey(alert), alert]));
    const holds = await this.holds.find(tx, identities);
    const projects = changes.flatMap(({ change, projectId }) => (change.phase === 'firing' ? projectId : []));
    const silences = await this.silences.at(tx, projects, now);
    const writes: AlertWrite[] = [];
    const dropped: string[] = [];
    for (const { change, key, projectId, fingerprint, newId } of changes) {
      const previous = current.get(key);
      const decision = decideChange(previous, change, {
        id: newId,
        fingerprint,
        groupId: byAlert.get(key)?.id ?? null,
        silenceId: change.phase === 'firing' ? await silences.find(projectId, toAlert(change)) : null,
        heldUntil: holds.get(key),
      });
      if (decision.kind === 'dropped' && previous) dropped.push(previous.id);
      if (decision.kind !== 'written') continue;
      const { next, transition } = decision;
      writes.push({ previous, next, transition, at: change.at, actor: change.actor ?? EVALUATION });
    }
    await this.alerts.drop(tx, dropped);
    const recovered = changes.filter(({ change, key }) => change.phase === 'ended' && holds.has(key));
    await this.holds.release(
      tx,
      recovered.map(({ projectId, fingerprint }) => ({ projectId, fingerprint })),
    );
    await this.writer.write(tx, writes, locked);
    const used = new Set(writes.map(({ next }) => next.groupId));
    await this.groups.forget(
      tx,
      locked.filter(({ id }) => !used.has(id)),
      now,
    );
  }
}

const toAlert = ({ labels, rule: { severity } }: AlertChange) => ({ labels, severity });
