import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  Projects,
  type ProjectSchema,
  type ProjectsCreateRequest,
  type ProjectsCurrentRequest,
  type ProjectsDeleteRequest,
  type ProjectsGetRequest,
  type ProjectsListRequest,
  type ProjectsListResponseSchema,
  type ProjectsUpdateRequest,
} from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { requireFound } from '@svc/service-error';
import { toDeletedProject, toProject } from './project.message.js';
import { ProjectsRepository } from './projects.repository.js';
import { ProjectsService } from './projects.service.js';

type ProjectAnswer = Promise<MessageInitShape<typeof ProjectSchema>>;

@RpcController(Projects)
export class ProjectsController implements Handlers<typeof Projects> {
  constructor(
    private readonly repository: ProjectsRepository,
    private readonly projects: ProjectsService,
  ) {}

  async list(
    { name }: ProjectsListRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof ProjectsListResponseSchema>> {
    const rows = await this.repository.list(context.organizationId, context.boundProjectId || undefined, name);
    return { projects: rows.map((row) => toProject(row)) };
  }

  async current(_request: ProjectsCurrentRequest, { context, project }: Call): ProjectAnswer {
    const row = requireFound(await this.repository.findById(context.organizationId, project.id));
    return toProject(row);
  }

  async get({ projectId }: ProjectsGetRequest, { context }: Call): ProjectAnswer {
    const row = await this.projects.find(context, projectId);
    if (row) return toProject(row, await this.repository.readErasures(row));
    const deletion = requireFound(await this.projects.findDeletion(context, projectId));
    return toDeletedProject(deletion);
  }

  async create(request: ProjectsCreateRequest, { context }: Call): ProjectAnswer {
    return toProject(await this.projects.create(context, request));
  }

  async update(request: ProjectsUpdateRequest, { context }: Call): ProjectAnswer {
    return toProject(await this.projects.update(context, request));
  }

  async delete(request: ProjectsDeleteRequest, { context }: Call): ProjectAnswer {
    return toDeletedProject(await this.projects.delete(context, request));
  }
}
