import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  Projects,
  type ProjectSchema,
  type ProjectsCurrentRequest,
  type ProjectsListRequest,
  type ProjectsListResponseSchema,
} from '@svc/contract';
import { notFound } from '@svc/errors';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { toProject } from './project.message.js';
import { ProjectsRepository } from './projects.repository.js';

@RpcController(Projects)
export class ProjectsController implements Handlers<typeof Projects> {
  constructor(private readonly repository: ProjectsRepository) {}

  async list(
    _request: ProjectsListRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof ProjectsListResponseSchema>> {
    const rows = await this.repository.list(context.organizationId, context.boundProjectId || undefined);
    return { projects: rows.map(toProject) };
  }

  async current(
    _request: ProjectsCurrentRequest,
    { context, project }: Call,
  ): Promise<MessageInitShape<typeof ProjectSchema>> {
    const row = await this.repository.findById(context.organizationId, project.id);
    if (!row) throw notFound();
    return toProject(row);
  }
}
