import { timestampDate } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { SilencesCreateRequest } from '@svc/contract';
import type { Silence } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField, notFound } from '@svc/service-error';
import { Jobs } from '@svc/work';
import { matchesEveryAlert } from './contradictions.js';
import { MatcherChecks } from './matcher-checks.js';
import { compileMatchers, type SilenceMatcher } from './matcher.js';
import { PreviewService } from './preview/preview.service.js';
import { SILENCE_BOUNDARIES } from './silence-boundaries.queue.js';
import { SilencesRepository } from './silences.repository.js';

/** The longest silence: one that was forgotten ends, and a longer maintenance gets another. */
const MAX_DAYS = 30;
const MAX_LENGTH_MS = MAX_DAYS * 86_400_000;

@Injectable()
export class SilencesService {
  constructor(
    private readonly silences: SilencesRepository,
    private readonly previews: PreviewService,
    private readonly jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(projectId: string, name: string): Promise<{ silences: Silence[]; now: Date }> {
    const now = this.#now();
    return { silences: await this.silences.list(projectId, now, name), now };
  }

  async create(projectId: string, createdBy: string, request: SilencesCreateRequest) {
    const now = this.#now();
    const startsAt = request.startsAt ? timestampDate(request.startsAt) : now;
    const endsAt = request.endsAt ? timestampDate(request.endsAt) : startsAt;
    if (endsAt <= startsAt) throw invalidField('ends_at', 'must be later than starts_at');
    if (endsAt <= now) throw invalidField('ends_at', 'must be in the future');
    if (endsAt.getTime() - startsAt.getTime() > MAX_LENGTH_MS)
      throw invalidField('ends_at', `must be at most ${MAX_DAYS} days after starts_at`);
    const matchers = checkMatchers(request.matchers);
    const { name, comment = '' } = request;
    const silence = { projectId, name, comment, matchers, startsAt, endsAt, createdBy };
    const created = await this.silences.insert(silence, now);
    this.jobs.wake(SILENCE_BOUNDARIES);
    return { silence: created, now };
  }

  preview(projectId: string, matchers: SilencesCreateRequest['matchers']) {
    return this.previews.preview(projectId, checkMatchers(matchers));
  }

  async expire(projectId: string, silenceId: string): Promise<void> {
    if (!(await this.silences.expire(projectId, silenceId, this.#now()))) throw notFound();
    this.jobs.wake(SILENCE_BOUNDARIES);
  }

  #now(): Date {
    return new Date(this.clock());
  }
}

function checkMatchers(sent: SilencesCreateRequest['matchers']): SilenceMatcher[] {
  const matchers = new MatcherChecks('the silence').check(sent, 'matchers');
  if (matchesEveryAlert(compileMatchers(matchers)))
    throw invalidField('matchers', 'must include a matcher that does not match every alert, nor an absent label');
  return matchers;
}
