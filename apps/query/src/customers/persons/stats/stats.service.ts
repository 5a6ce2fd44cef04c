import { Inject, Injectable } from '@nestjs/common';
import { personId } from '@svc/persons';
import type { ProjectReader } from '@svc/reading/project-reader';
import { resolveWindow, type Sql } from '@svc/reading/statement';
import { toTimestamp } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { PersonDirectory } from '../directory/directory.js';
import { selectIssueCounts, selectSessions, selectSignals, selectTopEvents, type SignalRow } from './stats.query.js';

const SIGNALS = ['events', 'logs', 'spans', 'errors'];

@Injectable()
export class PersonStatsService {
  constructor(
    private readonly directory: PersonDirectory,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ServiceError not_found */
  async stats(reference: string, reader: ProjectReader) {
    const person = await this.directory.find(reference, reader);
    const during = resolveWindow({}, reader.scope, this.clock(), reader.scope.retention);
    const read = <Row>(statement: Sql<Row>): Promise<Row[]> => reader.rows(statement);
    const [signals, sessions, events, [issues]] = await Promise.all([
      read<SignalRow>(selectSignals(reader.scope, person.ids, during)),
      read<{ sessions: string }>(selectSessions(reader.scope, person.ids, during)),
      read<{ name: string; times: string }>(selectTopEvents(reader.scope, person.ids, during)),
      reader.rows(selectIssueCounts(reader.scope, person.ids, during)),
    ]);
    const bySignal = new Map(signals.map((row) => [row.signal, row]));
    return {
      id: personId(reader.scope.projectId, person.canonical),
      firstSeen: toTimestamp(person.firstSeen),
      lastSeen: toTimestamp(person.lastSeen),
      signals: SIGNALS.map((signal) => toCount(signal, bySignal.get(signal))),
      sessions: BigInt(sessions[0]?.sessions ?? 0),
      errors: signals.reduce((sum, { errors }) => sum + BigInt(errors), 0n),
      issues: BigInt(issues?.issues ?? 0),
      openIssues: BigInt(issues?.open_issues ?? 0),
      topEvents: events.map(({ name, times }) => ({ event: name, count: BigInt(times) })),
    };
  }
}

function toCount(signal: string, row: SignalRow | undefined) {
  return {
    signal,
    last1d: BigInt(row?.last_1d ?? 0),
    last7d: BigInt(row?.last_7d ?? 0),
    last30d: BigInt(row?.last_30d ?? 0),
    total: BigInt(row?.total ?? 0),
  };
}
