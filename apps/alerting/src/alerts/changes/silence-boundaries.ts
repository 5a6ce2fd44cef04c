import { Inject, Injectable } from '@nestjs/common';
import { readJson, type Relational, type Silence } from '@svc/relational';
import { CLOCK, EventLoopYielder, RELATIONAL, type Clock } from '@svc/runtime';
import { Jobs, type JobContext, type JobHandler } from '@svc/work';
import { AlertsRepository } from '../alerts.repository.js';
import { GroupsRepository } from '../groups/groups.repository.js';
import { compileMatchers, toMatchable, type SilenceMatcher } from '../silences/matcher.js';
import { SILENCE_BOUNDARIES } from '../silences/silence-boundaries.queue.js';
import { silenceStatus } from '../silences/silence-state.js';
import { SilencedRepository, type Candidate } from '../silences/silenced.repository.js';
import { Silencer } from './silencer.js';

type Context = JobContext<{ readonly silenceId: string }>;

/** Alerts in one transaction. */
const BATCH = 500;

/** Silences alerts when a silence starts, and lets them notify again when it ends. Every step can be repeated. */
@Injectable()
export class SilenceBoundaries implements JobHandler<{ readonly silenceId: string }> {
  constructor(
    jobs: Jobs,
    private readonly silenced: SilencedRepository,
    private readonly alerts: AlertsRepository,
    private readonly groups: GroupsRepository,
    private readonly silencer: Silencer,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    jobs.register(SILENCE_BOUNDARIES, this);
  }

  async handle(context: Context): Promise<Date | void> {
    const { silenceId } = context.job.payload;
    const silence = await this.relational.client.silence.findUnique({ where: { id: silenceId } });
    if (!silence) return;
    const now = new Date(this.clock());
    switch (silenceStatus(silence, now)) {
      case 'pending':
        return silence.startsAt;
      case 'active':
        await this.#begin(silence, context, now);
        return silence.endsAt;
      case 'expired':
        await this.#end(silence, context, now);
        return;
    }
  }

  async #begin(silence: Silence, context: Context, now: Date): Promise<void> {
    const matches = compileMatchers(readJson<SilenceMatcher[]>(silence.matchers));
    const yielder = new EventLoopYielder();
    for (let after: string | undefined; ;) {
      const page = await this.silenced.loud(silence.projectId, after, BATCH);
      const matching: Candidate[] = [];
      for (const candidate of page) {
        if (matches(toMatchable(candidate))) matching.push(candidate);
        if (yielder.isDue()) await yielder.yield();
      }
      await this.#recheck(matching, context, now);
      after = page.at(-1)?.id;
      if (page.length < BATCH || context.signal.aborted) return;
    }
  }

  async #end({ id }: Silence, context: Context, now: Date): Promise<void> {
    for (let after: string | undefined; ;) {
      const page = await this.silenced.by(id, after, BATCH);
      await this.#recheck(page, context, now);
      after = page.at(-1)?.id;
      if (page.length < BATCH || context.signal.aborted) return;
    }
  }

  async #recheck(candidates: readonly Candidate[], { fence }: Context, now: Date): Promise<void> {
    if (candidates.length === 0) return;
    const groupIds = [...new Set(candidates.flatMap(({ groupId }) => groupId ?? []))];
    await this.relational.client.$transaction(async (tx) => {
      await fence(tx);
      const locked = await this.groups.lock(tx, groupIds);
      const known = new Set(locked.map(({ id }) => id));
      const alerts = await this.alerts.lock(
        tx,
        candidates.map(({ id }) => id),
      );
      // An alert that moved to another group in the meantime was rechecked by the change that moved it.
      const unmoved = alerts.filter(({ groupId }) => groupId !== null && known.has(groupId));
      await this.silencer.recheck(tx, unmoved, locked, now);
    });
  }
}
