import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import type { DomainEvent, Relational, Transaction } from '@svc/relational';
import { LOGGER, RELATIONAL } from '@svc/runtime';
import { EventReader } from '@svc/work';
import { readAlertEvent } from './alert-event.js';
import { CorrelationService } from './correlation.service.js';

/** An alert that opens an incident takes some statements, and a batch must end well within the limit of a transaction. */
const LIMITS = { batch: 100 };

/** Reads what happened to alerts, exactly once, whichever process reads it. */
@Injectable()
export class CorrelationReader implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #reader: EventReader;

  constructor(
    private readonly correlation: CorrelationService,
    @Inject(RELATIONAL) relational: Relational,
    @Inject(LOGGER) logger: Logger,
  ) {
    const act = (events: readonly DomainEvent[], tx: Transaction) => this.act(events, tx);
    this.#reader = new EventReader('incident-correlation', { relational, logger }, act, LIMITS);
  }

  onApplicationBootstrap(): void {
    this.#reader.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#reader.stop();
  }

  async act(events: readonly DomainEvent[], tx: Transaction): Promise<void> {
    const alerts = events.flatMap((event) => readAlertEvent(event) ?? []);
    if (alerts.length > 0) await this.correlation.take(tx, alerts);
  }
}
