import { getOption, type DescMessage } from '@bufbuild/protobuf';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { PROJECT_CHANGED_CHANNEL, resolveProjectSelector, type Principal } from '@svc/auth';
import type { PubSub, Subscription } from '@svc/cache';
import { names_project as namesProject, type Operation } from '@svc/contract';
import type { Project } from '@svc/relational';
import { CLOCK, PUB_SUB, type Clock } from '@svc/runtime';
import { invalidField, notFound, projectConflict, requireFound, type ServiceError } from '@svc/service-error';
import { ProjectsRepository } from '../workspace/projects/projects.repository.js';
import { RecentRows } from './recent-rows.js';

/** The time for which a deleted project may still be read if its announcement was lost. */
const PROJECT_TTL_MS = 5_000;

/** The properties of an operation that admission depends on; a hand-written route has only the scope and the rule. */
export type Admissible = Pick<Operation, 'scope' | 'project'> &
  Partial<Pick<Operation, 'body' | 'id' | 'pathParameters' | 'rpc' | 'signedIn'>>;

/** The parts of a request outside its body that name the project. */
export interface ProjectSelectors {
  readonly rawQuery: string;
  /** ID or slug; empty if absent. */
  readonly header: string;
}

/** Finds the one project a request runs in, or refuses. */
@Injectable()
export class ProjectGate implements OnModuleInit, OnApplicationShutdown {
  readonly #recent: RecentRows<Project>;
  #changes: Subscription | undefined;

  constructor(
    private readonly projects: ProjectsRepository,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
    @Inject(CLOCK) clock: Clock,
  ) {
    this.#recent = new RecentRows({ ttlMs: PROJECT_TTL_MS, clock });
  }

  async onModuleInit(): Promise<void> {
    this.#changes = await this.pubSub.subscribe(PROJECT_CHANGED_CHANNEL, (id) => this.#recent.forget(id));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#changes?.close();
  }

  /**
   * The project that the query string, the header and the credential name; undefined when they name none, which an organization-level
   * credential may still do in the body.
   *
   * @throws ServiceError permission_denied when they conflict, or the query is ambiguous or malformed; not_found, the same for unknown
   *   and foreign projects; invalid_request when no project is named and the operation can learn it from nowhere else.
   */
  async fromQuery(
    operation: Admissible,
    principal: Principal,
    { rawQuery, header }: ProjectSelectors,
  ): Promise<Project | undefined> {
    const selection = resolveProjectSelector(rawQuery, principal.boundProjectId);
    switch (selection.outcome) {
      case 'refused':
        throw projectConflict();
      case 'omitted':
        if (header !== '') return this.#find(principal, header, 'findByIdOrSlug');
        if (operation.project === 'required' && !takesProjectInBody(operation)) throw projectMissing();
        return undefined;
      case 'selected':
        return requireAgreement(await this.#find(principal, selection.projectId), header);
    }
  }

  /**
   * The project after the body has been read. A body that names another one is answered like a project that does not exist,
   * whatever else is wrong with it, so that it cannot be used to find out which projects do.
   */
  async fromBody(
    operation: Admissible,
    principal: Principal,
    fromQuery: Project | undefined,
    body: unknown,
  ): Promise<Project | undefined> {
    const [named, ...others] = takesProjectInBody(operation) ? bodySelectors(operation, body) : [];
    if (others.some((other) => other !== named)) throw notFound();
    if (fromQuery) {
      if (named !== undefined && named !== fromQuery.id) throw notFound();
      return fromQuery;
    }
    if (named !== undefined) return this.#find(principal, named);
    if (operation.project === 'required') throw projectMissing();
    return undefined;
  }

  async #find(
    { organizationId }: Principal,
    name: string,
    by: 'findById' | 'findByIdOrSlug' = 'findById',
  ): Promise<Project> {
    return requireFound(
      await this.#recent.get(`${organizationId} ${by} ${name}`, () => this.projects[by](organizationId, name)),
    );
  }
}

function requireAgreement(project: Project, header: string): Project {
  if (!['', project.id, project.slug].includes(header)) throw projectConflict();
  return project;
}

function takesProjectInBody({ body, pathParameters, rpc }: Admissible): boolean {
  return (
    body === '*' &&
    pathParameters?.includes('project_id') === false &&
    rpc?.input.fields.some((field) => field.name === 'project_id') === true
  );
}

/** The projects that a body names, itself or in nested objects. */
function bodySelectors({ rpc }: Admissible, body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const naming = rpc ? findNamingFields(rpc.input) : [];
  const objects = [body, ...naming.map((name) => (body as Readonly<Record<string, unknown>>)[name])];
  return objects.map(bodySelector).filter((named) => named !== undefined);
}

const namingFields = new WeakMap<DescMessage, readonly string[]>();

/** The names of fields whose objects name a project too, kept because options of fields are slow to read. */
function findNamingFields(message: DescMessage): readonly string[] {
  let names = namingFields.get(message);
  if (!names) {
    names = message.fields.filter((field) => getOption(field, namesProject)).map(({ name }) => name);
    namingFields.set(message, names);
  }
  return names;
}

/** Empty and null are omitted; a value that is not a string is left to the decoder, which names the field. */
function bodySelector(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('project_id' in body)) return undefined;
  return typeof body.project_id === 'string' && body.project_id !== '' ? body.project_id : undefined;
}

function projectMissing(): ServiceError {
  return invalidField('project_id', 'is required with an organization-level credential');
}
