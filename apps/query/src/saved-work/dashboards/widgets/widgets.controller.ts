import {
  Widgets,
  type WidgetsAddRequest,
  type WidgetsDataRequest,
  type WidgetsDeleteRequest,
  type WidgetsPreviewUnsavedRequest,
  type WidgetsUpdateRequest,
} from '@svc/contract';
import { ProjectReaders } from '@svc/reading/project-reader';
import { Scope } from '@svc/reading/statement';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { WidgetDataService } from './data/widget-data.service.js';
import { WidgetsService } from './widgets.service.js';

@RpcController(Widgets)
export class WidgetsController implements Handlers<typeof Widgets> {
  constructor(
    private readonly widgets: WidgetsService,
    private readonly widgetData: WidgetDataService,
    private readonly readers: ProjectReaders,
  ) {}

  add(request: WidgetsAddRequest, { project }: Call) {
    return this.widgets.add(Scope.of(project), request);
  }

  update(request: WidgetsUpdateRequest, { project }: Call) {
    return this.widgets.update(Scope.of(project), request);
  }

  async delete(request: WidgetsDeleteRequest, { project }: Call) {
    await this.widgets.delete(Scope.of(project), request);
    return {};
  }

  data(request: WidgetsDataRequest, call: Call) {
    return this.widgetData.read(request, call.context.scopes, this.readers.open(call));
  }

  previewUnsaved(request: WidgetsPreviewUnsavedRequest, call: Call) {
    return this.widgetData.preview(request, call.context.scopes, this.readers.open(call));
  }
}
