import { Inject, Injectable } from '@nestjs/common';
import type { OncallCalendar, Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

type Owner = Pick<OncallCalendar, 'projectId' | 'userId'>;

@Injectable()
export class CalendarsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** Replaces the feed that the user may have. */
  replace(calendar: Omit<OncallCalendar, 'id'>): Promise<OncallCalendar> {
    const { projectId, userId, organizationId, tokenSha256, createdAt } = calendar;
    return this.relational.client.oncallCalendar.upsert({
      where: { projectId_userId: { projectId, userId } },
      create: { projectId, userId, organizationId, tokenSha256, createdAt },
      update: { organizationId, tokenSha256, createdAt },
    });
  }

  async delete({ projectId, userId }: Owner): Promise<boolean> {
    const { count } = await this.relational.client.oncallCalendar.deleteMany({ where: { projectId, userId } });
    return count > 0;
  }

  findByToken(tokenSha256: Uint8Array<ArrayBuffer>): Promise<OncallCalendar | null> {
    return this.relational.client.oncallCalendar.findUnique({ where: { tokenSha256 } });
  }
}
