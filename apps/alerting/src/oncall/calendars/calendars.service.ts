import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { OncallCalendar } from '@svc/relational';
import type { Call } from '@svc/rpc';
import { CLOCK, type Clock } from '@svc/runtime';
import { notFound, ServiceError, requireFound } from '@svc/service-error';
import { PlansService } from '../duty/plans.service.js';
import { MembersRepository } from '../members.repository.js';
import { DAY_MS } from '../resolver/index.js';
import { CalendarsRepository } from './calendars.repository.js';
import { renderCalendar } from './ical.js';

/** Span of a feed before and after the present. */
const PAST_MS = 30 * DAY_MS;
const FUTURE_MS = 92 * DAY_MS;
const TOKEN_BYTES = 32;

@Injectable()
export class CalendarsService {
  constructor(
    private readonly calendars: CalendarsRepository,
    private readonly plans: PlansService,
    private readonly members: MembersRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Creates a feed. Only the hash of its token is stored. */
  async create({ context, project }: Call): Promise<{ calendar: OncallCalendar; token: string }> {
    const token = `svc_cal_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
    const calendar = await this.calendars.replace({
      organizationId: context.organizationId,
      projectId: project.id,
      userId: requireUser(context.userId),
      tokenSha256: new Uint8Array(createHash('sha256').update(token).digest()),
      createdAt: new Date(this.clock()),
    });
    return { calendar, token };
  }

  async delete({ context, project }: Call): Promise<void> {
    const userId = requireUser(context.userId);
    if (!(await this.calendars.delete({ projectId: project.id, userId }))) throw notFound();
  }

  /** The feed in the format iCalendar. @throws ServiceError not_found, also for a user who is no longer a member. */
  async read(tokenSha256: Uint8Array): Promise<string> {
    const calendar = requireFound(await this.calendars.findByToken(new Uint8Array(tokenSha256)));
    const { organizationId, projectId, userId } = calendar;
    const name = (await this.members.find(organizationId, [userId])).get(userId);
    if (name === undefined) throw notFound();
    const now = this.clock();
    // The span consists of whole days, so that the feed changes at most once a day while schedules stay unchanged.
    const start = Math.floor((now - PAST_MS) / DAY_MS) * DAY_MS;
    const span = { start, end: start + PAST_MS + FUTURE_MS };
    return renderCalendar(userId, await this.plans.planOthers(projectId, undefined, new Set([userId]), span), start);
  }
}

function requireUser(userId: string): string {
  if (userId === '') throw new ServiceError('state_conflict', { message: 'Only a user can have a calendar feed.' });
  return userId;
}
