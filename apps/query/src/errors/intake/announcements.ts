import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import type { Logger } from '@svc/observability';
import { ProjectReader } from '@svc/reading/project-reader';
import { Budget, Scope } from '@svc/reading/statement';
import { fromMilliseconds } from '@svc/reading/time';
import type { DomainEvent, Prisma, Relational, Transaction } from '@svc/relational';
import { CLOCK, COLUMN_STORE, LOGGER, RELATIONAL, type Clock } from '@svc/runtime';
import { EventReader, recordEvents, type NewDomainEvent } from '@svc/work';
import { FiguresService, type IssueEvent, type IssuePlace } from '../issues/index.js';
import { readPlaces, sortPlaces, toPlaceFields } from './announced-places.js';
import { IntakeRepository } from './intake.repository.js';

/** Milliseconds for which an announcement waits for the number of affected persons at most. */
const FIGURES_MS = 2_000;

/** The data of a domain event of the type `issue-transition`. */
interface Transition {
  readonly event: IssueEvent;
  readonly projectNumber: number;
  readonly announced: Prisma.InputJsonObject;
  /** Places whose errors caused it; absent for a change that no error caused. */
  readonly places?: readonly IssuePlace[];
}

/**
 * Announces changes of issues to subscribed channels and to alert rules, with the services and environments of their
 * errors and the number of persons that they affect at that time. The figure is an estimate from the stored errors, and
 * is omitted if the column store does not answer soon.
 */
@Injectable()
export class Announcements implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #reader: EventReader;

  constructor(
    private readonly repository: IntakeRepository,
    private readonly figures: FiguresService,
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(RELATIONAL) relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#reader = new EventReader('issue-announcements', { relational, logger }, (events, tx) =>
      this.announce(events, tx),
    );
  }

  onApplicationBootstrap(): void {
    this.#reader.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#reader.stop();
  }

  /** Records the announcements of the transitions among the events, in their order. */
  async announce(events: readonly DomainEvent[], tx: Transaction): Promise<void> {
    const transitions = events.filter(({ type }) => type === 'issue-transition');
    const persons = await this.#affectedPersons(transitions);
    const unplaced = transitions.filter(({ data }) => !toTransition(data).places);
    const known = await readPlaces(
      unplaced.map(({ subject }) => subject),
      tx,
    );
    await recordEvents(
      tx,
      transitions.map((transition) => {
        const { event, places } = toTransition(transition.data);
        const own = places ?? sortPlaces(event, known.get(transition.subject) ?? []);
        return toAnnouncement(transition, own, persons.get(transition.subject));
      }),
    );
  }

  /** Counts affected persons by issue; issues without known ones are absent. */
  async #affectedPersons(transitions: readonly DomainEvent[]): Promise<Map<string, number>> {
    const persons = new Map<string, number>();
    if (transitions.length === 0) return persons;
    const byProject = Map.groupBy(transitions, ({ data }) => toTransition(data).projectNumber);
    const projects = await this.repository.projects([...byProject.keys()]);
    const budget = new Budget(new AbortController().signal, FIGURES_MS);
    for (const [number, own] of byProject) {
      const project = projects.get(number);
      if (!project) continue;
      if (budget.isSpent()) break;
      const reader = new ProjectReader(this.store, Scope.of(project), budget);
      try {
        const ids = [...new Set(own.map(({ subject }) => subject))];
        const totals = await this.figures.totals(ids, fromMilliseconds(this.clock()), reader);
        for (const [id, { users }] of totals) if (users > 0n) persons.set(id, Number(users));
      } catch (error) {
        this.logger.warn({ err: error }, 'could not read affected persons; announcing issues without them');
      }
    }
    return persons;
  }
}

function toAnnouncement(
  transition: DomainEvent,
  places: readonly IssuePlace[],
  affectedPersons: number | undefined,
): NewDomainEvent {
  const { projectId, subject, occurredAt, data } = transition;
  const { event, announced } = toTransition(data);
  const affected = affectedPersons === undefined ? {} : { affected_persons: affectedPersons };
  return { projectId, type: event, subject, occurredAt, data: { ...announced, ...toPlaceFields(places), ...affected } };
}

/** The column only holds data that `IssueChanges` recorded. */
const toTransition = (data: unknown): Transition => data as Transition;
