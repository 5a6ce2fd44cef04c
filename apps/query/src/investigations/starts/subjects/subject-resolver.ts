import { Inject, Injectable } from '@nestjs/common';
import type { InvestigationSubjectInput } from '@svc/contract';
import type { SubjectType } from '@svc/investigations';
import type { Call } from '@svc/rpc';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField } from '@svc/service-error';
import { SUBJECT_SCOPES } from '../../terms/subject-scopes.js';
import { StoredSubjects } from './stored-subjects.js';
import type { FoundSubject } from './subject.js';
import { TelemetrySubjects } from './telemetry-subjects.js';

const HOUR_MS = 3_600_000;

/** Finds out where and when to look for the cause of a subject. */
@Injectable()
export class SubjectResolver {
  constructor(
    private readonly stored: StoredSubjects,
    private readonly telemetry: TelemetrySubjects,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @throws ServiceError invalid_request for a subject that does not exist. One that the caller may not read is refused in the same words,
   * so that nobody finds out whether it exists.
   */
  async resolve(subject: InvestigationSubjectInput | undefined, call: Call): Promise<FoundSubject> {
    const now = this.clock();
    if (!subject)
      return { type: 'question', ref: '', scope: { window: { start: now - HOUR_MS, end: now }, services: [] } };
    // Validation has refused other types.
    const type = subject.type as Exclude<SubjectType, 'question'>;
    const scope = SUBJECT_SCOPES[type];
    const found = call.context.scopes.includes(scope) ? await this.#find(type, subject.ref, call, now) : undefined;
    if (found) return found;
    throw invalidField(
      'subject.ref',
      `must be the ID of an existing ${type} of the project; reading it needs ${scope}`,
    );
  }

  #find(
    type: Exclude<SubjectType, 'question'>,
    ref: string,
    call: Call,
    now: number,
  ): Promise<FoundSubject | undefined> {
    if (type === 'trace' || type === 'person') return this.telemetry[type](ref, call);
    return this.stored[type](call.project.id, ref, now);
  }
}
