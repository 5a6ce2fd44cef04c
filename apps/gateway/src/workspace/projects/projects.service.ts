import { Inject, Injectable } from '@nestjs/common';
import { KEY_REVOKED_CHANNEL, PROJECT_CHANGED_CHANNEL } from '@svc/auth';
import type { PubSub } from '@svc/cache';
import type { CallContext, ProjectsCreateRequest, ProjectsDeleteRequest, ProjectsUpdateRequest } from '@svc/contract';
import { isId, type Project, type ProjectDeletion } from '@svc/relational';
import { CLOCK, PUB_SUB, type Clock } from '@svc/runtime';
import { ServiceError, invalidField, notFound, changeVersioned } from '@svc/service-error';
import { ProjectsRepository } from './projects.repository.js';

/** Time after which no process accepts data for a deleted project, and requests admitted before have ended. */
const SETTLE_MS = 10_000;

@Injectable()
export class ProjectsService {
  constructor(
    private readonly repository: ProjectsRepository,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Finds a project that the caller can see; undefined if it does not exist. */
  async find({ organizationId, boundProjectId }: CallContext, idOrSlug: string): Promise<Project | undefined> {
    const project = await this.repository.findByIdOrSlug(organizationId, idOrSlug);
    return project && (boundProjectId === '' || project.id === boundProjectId) ? project : undefined;
  }

  /** Finds the record of a deleted project; null for a bound caller, whose project is another one. */
  async findDeletion({ organizationId, boundProjectId }: CallContext, id: string): Promise<ProjectDeletion | null> {
    return boundProjectId === '' ? this.repository.findDeletion(organizationId, id) : null;
  }

  async create(context: CallContext, { name, slug, description }: ProjectsCreateRequest): Promise<Project> {
    if (context.boundProjectId !== '') {
      throw new ServiceError('permission_denied', { message: 'A project-bound credential cannot create projects.' });
    }
    checkSlug(slug);
    const { organizationId, principalId: createdBy } = context;
    const createdAt = this.#now();
    const project = await this.repository.insert({ organizationId, name, slug, description, createdBy, createdAt });
    if (project) return project;
    throw new ServiceError('already_exists', { message: 'The organization already has a project with this slug.' });
  }

  async update(context: CallContext, request: ProjectsUpdateRequest): Promise<Project> {
    const { name, description, expectedVersion } = request;
    if (name === undefined && description === undefined) {
      throw invalidField('name', 'or description must be present');
    }
    const project = await this.#findById(context, request.projectId);
    const changed = await changeVersioned(
      this.repository.update(
        { ...project, version: toStoredVersion(expectedVersion) },
        { name, description, updatedAt: new Date(this.clock()) },
      ),
      () => this.find(context, project.id),
    );
    await this.pubSub.publish(PROJECT_CHANGED_CHANNEL, changed.id);
    return changed;
  }

  /**
   * Announces after the row is deleted, so that a listener that reads again finds nothing. A lost announcement costs
   * the lifetime of cache entries.
   */
  async delete(
    context: CallContext,
    { projectId, confirm, expectedVersion }: ProjectsDeleteRequest,
  ): Promise<ProjectDeletion> {
    const project = await this.#findById(context, projectId);
    if (confirm !== project.id) throw invalidField('confirm', 'must repeat the id of the project');
    if ((await this.repository.findDefault(project.organizationId))?.id === project.id) {
      throw new ServiceError('state_conflict', {
        message: 'The default project cannot be deleted.',
      });
    }
    const now = this.clock();
    const version = toStoredVersion(expectedVersion);
    const deleted = await changeVersioned(
      this.repository.delete(project, version, new Date(now), new Date(now + SETTLE_MS)),
      () => this.find(context, project.id),
    );
    await this.pubSub.publish(PROJECT_CHANGED_CHANNEL, project.id);
    for (const keyId of deleted.keyIds) await this.pubSub.publish(KEY_REVOKED_CHANNEL, keyId);
    return deleted.deletion;
  }

  /** Finds a project by ID alone: changes and deletions must not depend on a name. */
  async #findById(context: CallContext, id: string): Promise<Project> {
    const project = await this.find(context, id);
    if (project?.id !== id) throw notFound();
    return project;
  }

  #now(): Date {
    return new Date(this.clock());
  }
}

/** The column is a 32-bit integer, which no larger number can be compared with; no project reaches the largest. */
const MAX_VERSION = 2 ** 31 - 1;

function toStoredVersion(version: bigint | undefined): number | undefined {
  return version === undefined ? undefined : Math.min(Number(version), MAX_VERSION);
}

/** Words with a meaning of their own in the place of a slug: `/projects/current`. */
const RESERVED: ReadonlySet<string> = new Set(['current']);

/** @throws ServiceError invalid_request for a slug that could be taken for something else; its letters were checked before. */
function checkSlug(slug: string): void {
  if (RESERVED.has(slug)) throw invalidField('slug', 'is a word of the interface');
  if (isId(slug)) throw invalidField('slug', 'must not have the form of an id');
}
