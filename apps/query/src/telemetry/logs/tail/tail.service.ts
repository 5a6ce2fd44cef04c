import { Inject, Injectable } from '@nestjs/common';
import type { LogsStreamRequest } from '@svc/contract';
import type { ResumeIdsFactory } from '@svc/pagination';
import { Scope } from '@svc/reading/statement';
import type { Call } from '@svc/rpc';
import { CLOCK, RESUME_IDS, type Clock } from '@svc/runtime';
import { invalidField } from '@svc/service-error';
import { toLogFilters } from '../log-filters.js';
import { logPredicate } from './log-predicate.js';
import { LogTail } from './log-tail.js';
import { encodePosition, openPosition } from './tail-position.js';
import type { TailEvent } from './tail-stream.js';

@Injectable()
export class TailService {
  constructor(
    private readonly tail: LogTail,
    @Inject(RESUME_IDS) private readonly resumeIds: ResumeIdsFactory,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Rejects an invalid request before it opens the stream. */
  async open(request: LogsStreamRequest, { context, project, signal }: Call): Promise<AsyncIterable<TailEvent>> {
    const scope = Scope.of(project);
    const { person, distinctId, resume } = request;
    if (person !== '' && distinctId !== '' && person !== distinctId) {
      throw invalidField('distinct_id', 'must equal person if both are given');
    }
    const matches = logPredicate(toLogFilters({ ...request, distinctId: person || distinctId }), scope);
    const ids = this.resumeIds({ operation: 'logs.stream', project: scope.projectNumber });
    return this.tail.open({
      projectNumber: scope.projectNumber,
      credentialId: context.credentialId,
      matches,
      resume: resume === '' ? undefined : openPosition(ids, resume, this.clock()),
      toId: (position) => ids.seal(encodePosition(position), this.clock()),
      signal,
    });
  }
}
