import {
  Dashboards,
  type DashboardsCloneRequest,
  type DashboardsCreateRequest,
  type DashboardsDeleteRequest,
  type DashboardsGetRequest,
  type DashboardsImportRequest,
  type DashboardsListRequest,
  type DashboardsUpdateRequest,
} from '@svc/contract';
import { Scope } from '@svc/reading/statement';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { DashboardsService, type Editor } from './dashboards.service.js';
import { DashboardImportService } from './import/dashboard-import.service.js';

@RpcController(Dashboards)
export class DashboardsController implements Handlers<typeof Dashboards> {
  constructor(
    private readonly dashboards: DashboardsService,
    private readonly imports: DashboardImportService,
  ) {}

  list(request: DashboardsListRequest, call: Call) {
    return this.dashboards.list(toEditor(call), request);
  }

  get({ dashboardId }: DashboardsGetRequest, call: Call) {
    return this.dashboards.get(toEditor(call), dashboardId);
  }

  create(request: DashboardsCreateRequest, call: Call) {
    return this.dashboards.create(toEditor(call), request);
  }

  update(request: DashboardsUpdateRequest, call: Call) {
    return this.dashboards.update(toEditor(call), request);
  }

  clone(request: DashboardsCloneRequest, call: Call) {
    return this.dashboards.clone(toEditor(call), request);
  }

  import(request: DashboardsImportRequest, call: Call) {
    return this.imports.import(toEditor(call), Scope.of(call.project), request);
  }

  async delete(request: DashboardsDeleteRequest, call: Call) {
    await this.dashboards.delete(toEditor(call), request);
    return {};
  }
}

const toEditor = ({ context, project }: Call): Editor => ({
  projectId: project.id,
  principalId: context.principalId,
});
