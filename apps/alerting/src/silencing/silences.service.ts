import { timestampDate } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { SilencesCreateRequest } from '@svc/contract';
import { invalidField, notFound } from '@svc/errors';
import { Jobs } from '@svc/jobs';
import { estimatePatternSize } from '@svc/property-filters';
import type { Silence } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/service';
import {
  anchored,
  compileSilenceMatcher,
  SILENCE_BOUNDARIES,
  SilencesRepository,
  type MatcherOperator,
  type SilenceMatcher,
} from '../silences/index.js';
import { PreviewService } from './preview/preview.service.js';

/** Of all expressions of a silence, which are compiled in one turn of the event loop. */
const MAX_PATTERN_STEPS = 2_000;

@Injectable()
export class SilencesService {
  constructor(
    private readonly silences: SilencesRepository,
    private readonly previews: PreviewService,
    private readonly jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(projectId: string): Promise<{ silences: Silence[]; now: Date }> {
    const now = this.#now();
    return { silences: await this.silences.list(projectId, now), now };
  }

  async create(projectId: string, createdBy: string, request: SilencesCreateRequest) {
    const now = this.#now();
    const startsAt = request.startsAt ? timestampDate(request.startsAt) : now;
    const endsAt = request.endsAt ? timestampDate(request.endsAt) : startsAt;
    if (endsAt <= startsAt) throw invalidField('ends_at', 'must be later than starts_at');
    if (endsAt <= now) throw invalidField('ends_at', 'must be in the future');
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
  const matchers = sent.map(({ labelName, operator, value }) => ({
    labelName,
    // The contract allows no other text.
    operator: operator as MatcherOperator,
    value,
  }));
  let steps = 0;
  let isSelective = false;
  for (const [index, matcher] of matchers.entries()) {
    const field = `matchers[${index}].value`;
    if (matcher.operator.endsWith('~')) steps += estimatePatternSize(anchored(matcher.value));
    if (steps > MAX_PATTERN_STEPS) throw invalidField(field, 'makes the expressions of the silence too large');
    const test = compileSilenceMatcher(matcher);
    if (!test) throw invalidField(field, 'must be a valid RE2 expression of at most 500 steps');
    isSelective ||= !test('');
  }
  if (!isSelective) throw invalidField('matchers', 'must include one that does not match an absent label');
  return matchers;
}
