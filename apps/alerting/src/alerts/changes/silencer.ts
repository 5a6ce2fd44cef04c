import { Injectable } from '@nestjs/common';
import type { Transaction } from '@svc/relational';
import type { GroupRow } from '../groups/groups.repository.js';
import type { AlertRow } from '../lifecycle/alert-row.js';
import { SILENCER, type AlertWrite } from '../lifecycle/alert-write.js';
import { transition } from '../lifecycle/transition.js';
import { ActiveSilences } from '../silences/active-silences.js';
import { AlertWriter } from './alert-writer.js';

/** Lets alerts follow the silences that are active. */
@Injectable()
export class Silencer {
  constructor(
    private readonly silences: ActiveSilences,
    private readonly writer: AlertWriter,
  ) {}

  /**
   * Silences the alerts that match a silence and gives the others back what theirs covered.
   * @param locked the groups of the alerts.
   * @returns whether any alert changed.
   */
  async recheck(tx: Transaction, alerts: readonly AlertRow[], locked: readonly GroupRow[], at: Date): Promise<boolean> {
    const affected = alerts.filter(({ state }) => AFFECTED.has(state));
    if (affected.length === 0) return false;
    const projects = affected.map(({ projectId }) => projectId);
    const silences = await this.silences.at(tx, projects, at);
    const writes: AlertWrite[] = [];
    for (const previous of affected) {
      const silenceId = await silences.find(previous.projectId, previous);
      if (silenceId === previous.silenceId) continue;
      const outcome = transition(previous, { kind: 'silences', at, silenceId });
      if (outcome.kind === 'refused' || outcome.kind === 'dropped') continue;
      const { reason, event } = outcome.kind === 'changed' ? outcome : {};
      const next = { ...previous, ...outcome.next };
      writes.push({ previous, next, transition: reason && { reason, event }, at, actor: SILENCER });
    }
    await this.writer.write(tx, writes, locked);
    return writes.length > 0;
  }
}

/** States that a silence begins or ends. */
const AFFECTED: ReadonlySet<AlertRow['state']> = new Set(['firing', 'acknowledged', 'silenced']);
