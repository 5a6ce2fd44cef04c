import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { findAlert, findProject, longestRetention } from '@svc/directory';
import type { Logger } from '@svc/observability';
import type { DomainEvent, Relational, Transaction } from '@svc/relational';
import { CLOCK, LOGGER, RELATIONAL, type Clock } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';
import { EventReader, Jobs } from '@svc/work';
import { InvestigationsRepository } from '../storage/investigations.repository.js';
import { INVESTIGATION_QUEUE } from '../terms/investigation-queue.js';
import { RULE_PREFIX } from '../terms/rule-starts.js';
import { StartService } from './start.service.js';
import { StoredSubjects } from './subjects/stored-subjects.js';

const QUESTION = 'Why does this alert fire?';
/** Starts of the rules of a project within an hour, so that a storm of alerts leaves some to its members. */
const STARTS_PER_HOUR = 10;
const HOUR_MS = 3_600_000;
/** Each start takes some statements, and a batch must end well within the limit of a transaction. */
const LIMITS = { batch: 20 };

/** Starts investigations of alerts whose rules ask for them, each alert once, whichever process reads its event. */
@Injectable()
export class AutomaticStarts implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #reader: EventReader;

  constructor(
    @Inject(RELATIONAL) relational: Relational,
    private readonly repository: InvestigationsRepository,
    private readonly starts: StartService,
    private readonly subjects: StoredSubjects,
    private readonly jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const act = (events: readonly DomainEvent[], tx: Transaction) => this.act(events, tx);
    this.#reader = new EventReader('investigation-starts', { relational, logger }, act, LIMITS);
  }

  onApplicationBootstrap(): void {
    this.#reader.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#reader.stop();
  }

  /** @returns what to do after the commit. */
  async act(events: readonly DomainEvent[], tx: Transaction): Promise<() => void> {
    for (const event of events) if (isAsking(event)) await this.#start(event, tx);
    return () => this.jobs.wake(INVESTIGATION_QUEUE);
  }

  /** An alert that fired long ago, of an event that is read again after a restore, starts nothing. */
  async #start({ projectId, subject: alertId, occurredAt }: DomainEvent, tx: Transaction): Promise<void> {
    const now = this.clock();
    if (now - occurredAt.getTime() > HOUR_MS) return;
    const [project, found] = [await findProject(tx, projectId), await findAlert(tx, projectId, alertId)];
    const subject = await this.subjects.alert(projectId, alertId, now);
    if (!project || !found?.investigate || !subject) return;
    if (await this.repository.hasOfSubject(tx, projectId, { type: 'alert', ref: alertId })) return;
    const since = new Date(now - HOUR_MS);
    if ((await this.repository.countOf(tx, projectId, RULE_PREFIX, since)) >= STARTS_PER_HOUR) {
      this.#skip(projectId, alertId);
      return;
    }
    try {
      await this.starts.insert(tx, {
        question: QUESTION,
        subject,
        scope: { ...subject.scope, isWindowGiven: false },
        readScopes: found.investigate.scopes,
        createdBy: RULE_PREFIX + found.alert.ruleId,
        project: { id: projectId, retentionDays: longestRetention(project) },
      });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'rate_limited') throw error;
      this.#skip(projectId, alertId);
    }
  }

  #skip(projectId: string, alertId: string): void {
    const fields = { project_id: projectId, alert_id: alertId };
    this.logger.warn(
      fields,
      'alert not investigated, because its project has started as many investigations as it may',
    );
  }
}

const isAsking = ({ type, data }: DomainEvent): boolean =>
  type === 'alert.firing' && (data as { readonly investigate?: unknown }).investigate === true;
