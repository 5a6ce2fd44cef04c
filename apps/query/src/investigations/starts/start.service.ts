import { randomUUID } from 'node:crypto';
import { fromJson, toJson } from '@bufbuild/protobuf';
import { Inject, Injectable } from '@nestjs/common';
import {
  InvestigationSchema,
  type Investigation as InvestigationMessage,
  type InvestigationsStartRequest,
} from '@svc/contract';
import { fingerprint, idempotencyKey, type Idempotency, type JsonObject } from '@svc/idempotency';
import { writeJson, type Investigation, type Transaction } from '@svc/relational';
import type { Call } from '@svc/rpc';
import { CLOCK, IDEMPOTENCY, type Clock } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';
import { Jobs } from '@svc/work';
import { toMessage } from '../reads/investigation.message.js';
import { InvestigationsRepository } from '../storage/investigations.repository.js';
import { INVESTIGATION_QUEUE } from '../terms/investigation-queue.js';
import { NO_USAGE, WHOLE } from '../terms/records.js';
import { START_OPERATION } from '../terms/start-operation.js';
import { narrow, NarrowingReader } from './narrowing.js';
import { SubjectResolver } from './subjects/subject-resolver.js';
import type { FoundSubject } from './subjects/subject.js';

const PATH = '/investigations';
/** Investigations that a project can start within an hour. */
const STARTS_PER_HOUR = 20;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A start that was checked. */
export interface CheckedStart {
  readonly question: string;
  readonly subject: FoundSubject;
  readonly scope: Parameters<typeof narrow>[0];
  readonly readScopes: readonly string[];
  readonly createdBy: string;
  readonly project: { readonly id: string; readonly retentionDays: number };
}

@Injectable()
export class StartService {
  constructor(
    private readonly repository: InvestigationsRepository,
    private readonly subjects: SubjectResolver,
    private readonly narrowing: NarrowingReader,
    @Inject(IDEMPOTENCY) private readonly idempotency: Idempotency,
    private readonly jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Starts an investigation once, or returns what the first request with the same key was answered. */
  async start(request: InvestigationsStartRequest, call: Call): Promise<InvestigationMessage> {
    const { context, project } = call;
    const { question, window } = request;
    const key = idempotencyKey(request.idempotencyKey, { required: false });
    const body = {
      question,
      subject: request.subject && { type: request.subject.type, ref: request.subject.ref },
      window: window && [window.start, window.end].map((time) => time && [String(time.seconds), time.nanos]),
    };
    const once = {
      project: project.id,
      principal: context.principalId,
      operation: START_OPERATION,
      key,
      fingerprint: fingerprint({ operation: START_OPERATION, path: PATH, body }),
    };
    // A repeated request has the same answer, whatever has become of its subject.
    const earlier = await this.idempotency.find(once);
    if (earlier) return fromJson(InvestigationSchema, earlier);
    const subject = await this.subjects.resolve(request.subject, call);
    const narrowing = await this.narrowing.read({ field: 'question', text: question, window }, call);
    const scope = narrow({ ...subject.scope, isWindowGiven: false }, narrowing);
    const { response, replayed } = await this.idempotency.run(once, async (tx) => {
      const started = await this.insert(tx, {
        question,
        subject,
        scope,
        project,
        readScopes: context.scopes,
        createdBy: context.principalId,
      });
      return toJson(
        InvestigationSchema,
        toMessage({ investigation: started, entries: [], retention: project }, started.readScopes, this.clock()),
      ) as JsonObject;
    });
    if (!replayed) this.jobs.wake(INVESTIGATION_QUEUE);
    return fromJson(InvestigationSchema, response);
  }

  /** @throws ServiceError rate_limited */
  async insert(tx: Transaction, start: CheckedStart): Promise<Investigation> {
    const { question, subject, scope, project, readScopes, createdBy } = start;
    const now = new Date(this.clock());
    await this.#checkLimit(tx, project.id, now);
    return this.repository.insert(tx, {
      id: randomUUID(),
      projectId: project.id,
      question,
      subjectType: subject.type,
      subjectRef: subject.ref,
      scope: writeJson(scope),
      readScopes: [...readScopes],
      instruction: writeJson(WHOLE),
      usage: writeJson(NO_USAGE),
      createdBy,
      createdAt: now,
      expiresAt: new Date(now.getTime() + project.retentionDays * DAY_MS),
    });
  }

  async #checkLimit(tx: Transaction, projectId: string, now: Date): Promise<void> {
    const since = new Date(now.getTime() - HOUR_MS);
    const first = await this.repository.findLimiting(tx, projectId, STARTS_PER_HOUR, since);
    if (!first) return;
    throw new ServiceError('rate_limited', {
      message: `The project has started ${STARTS_PER_HOUR} investigations within an hour, as many as it may.`,
      retryAfterSeconds: Math.max(1, Math.ceil((first.getTime() + HOUR_MS - now.getTime()) / 1_000)),
    });
  }
}
