import { Inject, Injectable } from '@nestjs/common';
import { LogErasures, type ErasureProgress, type LogKeys } from '@svc/event-log/keys';
import { isId, nameContains, type Project, type ProjectDeletion, type Relational } from '@svc/relational';
import { LOG_KEYS, RELATIONAL } from '@svc/runtime';
import { enqueue } from '@svc/work';
import { PROJECT_ERASURES } from './erasure/project-erasures.js';

export type NewProject = Pick<Project, 'organizationId' | 'slug' | 'name' | 'description' | 'createdBy' | 'createdAt'>;

export interface ProjectChanges {
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly updatedAt: Date;
}

/** A project that was just deleted, and the keys that went with it. */
export interface DeletedProject {
  readonly deletion: ProjectDeletion;
  readonly keyIds: readonly string[];
}

/** Projects are only ever looked up inside an organization: another organization's project does not exist. */
@Injectable()
export class ProjectsRepository {
  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(LOG_KEYS) private readonly logKeys: LogKeys,
  ) {}

  findById(organizationId: string, id: string): Promise<Project | null> {
    return isId(id)
      ? this.relational.client.project.findFirst({ where: { id, organizationId } })
      : Promise.resolve(null);
  }

  /** Ids come first: no slug has their form. */
  async findByIdOrSlug(organizationId: string, idOrSlug: string): Promise<Project | null> {
    const project = await this.findById(organizationId, idOrSlug);
    return project ?? this.relational.client.project.findFirst({ where: { slug: idOrSlug, organizationId } });
  }

  async findDefault(organizationId: string): Promise<Project | null> {
    const organization = await this.relational.client.organization.findUnique({
      where: { id: organizationId },
      include: { defaultProject: true },
    });
    return organization?.defaultProject ?? null;
  }

  /** All of the organization, or only the one the caller is bound to; by slug. */
  list(organizationId: string, boundProjectId: string | undefined, name = ''): Promise<Project[]> {
    const bound = boundProjectId !== undefined && { id: boundProjectId };
    return this.relational.client.project.findMany({
      where: { organizationId, ...bound, ...nameContains(name, 'name', 'slug') },
      orderBy: [{ slug: 'asc' }, { id: 'asc' }],
    });
  }

  /** Undefined when the organization has a project of that slug. */
  async insert(project: NewProject): Promise<Project | undefined> {
    return this.relational.client.$transaction(async (transaction) => {
      const [inserted] = await transaction.project.createManyAndReturn({
        data: [{ ...project, updatedAt: project.createdAt }],
        skipDuplicates: true,
      });
      if (inserted) await this.logKeys.addFirst(transaction, inserted);
      return inserted;
    });
  }

  /** Undefined if the project does not exist or has another version. */
  async update(
    { id, organizationId, version }: { id: string; organizationId: string; version: number | undefined },
    changes: ProjectChanges,
  ): Promise<Project | undefined> {
    const [changed] = await this.relational.client.project.updateManyAndReturn({
      where: { id, organizationId, version },
      data: { ...changes, version: { increment: 1 } },
    });
    return changed;
  }

  /** Finds the record of a deleted project. */
  findDeletion(organizationId: string, projectId: string): Promise<ProjectDeletion | null> {
    return isId(projectId)
      ? this.relational.client.projectDeletion.findFirst({ where: { projectId, organizationId } })
      : Promise.resolve(null);
  }

  /** Reads the progress of the erasures of its persons in the event log; undefined if there were none. */
  readErasures({ number }: Project): Promise<ErasureProgress | undefined> {
    return new LogErasures(this.relational).readProgress(number);
  }

  /**
   * Deletes the row of the project and its keys and enqueues the erasure of its data from `eraseAt` on, in one
   * transaction. Undefined if the project does not exist or has another version.
   */
  async delete(
    project: Project,
    version: number | undefined,
    requestedAt: Date,
    eraseAt: Date,
  ): Promise<DeletedProject | undefined> {
    return this.relational.client.$transaction(async (transaction) => {
      const keys = await transaction.apiKey.findMany({ where: { projectId: project.id }, select: { id: true } });
      const { count } = await transaction.project.deleteMany({ where: { id: project.id, version } });
      if (count === 0) return undefined;
      const deletion = await transaction.projectDeletion.create({
        data: {
          projectId: project.id,
          organizationId: project.organizationId,
          number: project.number,
          slug: project.slug,
          name: project.name,
          description: project.description,
          version: project.version,
          createdBy: project.createdBy,
          createdAt: project.createdAt,
          updatedAt: project.updatedAt,
          requestedAt,
        },
      });
      // Not of the project: erasing the project deletes the jobs that are.
      await enqueue(transaction, PROJECT_ERASURES, {
        key: project.id,
        payload: { projectId: project.id, number: project.number },
        projectId: null,
        runAt: eraseAt,
        now: requestedAt,
      });
      return { deletion, keyIds: keys.map(({ id }) => id) };
    });
  }
}
