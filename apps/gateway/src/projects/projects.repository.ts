import { Inject, Injectable } from '@nestjs/common';
import { isId, type Project, type Relational } from '@svc/relational';
import { RELATIONAL } from '../stores.module.js';

/** Projects are only ever looked up inside an organization: another organization's project does not exist. */
@Injectable()
export class ProjectsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  findById(organizationId: string, id: string): Promise<Project | null> {
    return isId(id)
      ? this.relational.client.project.findFirst({ where: { id, organizationId } })
      : Promise.resolve(null);
  }

  findBySlug(organizationId: string, slug: string): Promise<Project | null> {
    return this.relational.client.project.findFirst({ where: { slug, organizationId } });
  }

  async findDefault(organizationId: string): Promise<Project | null> {
    const organization = await this.relational.client.organization.findUnique({
      where: { id: organizationId },
      include: { defaultProject: true },
    });
    return organization?.defaultProject ?? null;
  }

  /** All of the organization, or only the one the caller is bound to; by slug. */
  list(organizationId: string, boundProjectId: string | undefined): Promise<Project[]> {
    return this.relational.client.project.findMany({
      where: { organizationId, ...(boundProjectId !== undefined && { id: boundProjectId }) },
      orderBy: [{ slug: 'asc' }, { id: 'asc' }],
    });
  }
}
