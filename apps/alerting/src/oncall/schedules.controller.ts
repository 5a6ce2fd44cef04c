import {
  Schedules,
  type SchedulesCreateRequest,
  type SchedulesDeleteRequest,
  type SchedulesGetRequest,
  type SchedulesImportRequest,
  type SchedulesListRequest,
  type SchedulesNowRequest,
  type SchedulesPreviewRequest,
  type SchedulesUpdateRequest,
} from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { DutyService } from './duty/duty.service.js';
import { PreviewService } from './duty/preview.service.js';
import { ImportService } from './imports/import.service.js';
import { toScheduleMessage } from './schedule.message.js';
import { SchedulesService } from './schedules/schedules.service.js';

@RpcController(Schedules)
export class SchedulesController implements Handlers<typeof Schedules> {
  constructor(
    private readonly schedules: SchedulesService,
    private readonly duty: DutyService,
    private readonly previews: PreviewService,
    private readonly imports: ImportService,
  ) {}

  async list({ name }: SchedulesListRequest, { project }: Call) {
    return { schedules: (await this.schedules.list(project.id, name)).map(toScheduleMessage) };
  }

  async create(request: SchedulesCreateRequest, call: Call) {
    return toScheduleMessage(await this.schedules.create(call, request));
  }

  import(request: SchedulesImportRequest, call: Call) {
    return this.imports.import(call, request);
  }

  async get({ scheduleId }: SchedulesGetRequest, { project }: Call) {
    return toScheduleMessage(await this.schedules.get(project.id, scheduleId));
  }

  async update(request: SchedulesUpdateRequest, call: Call) {
    return toScheduleMessage(await this.schedules.update(call, request));
  }

  async delete(request: SchedulesDeleteRequest, { project }: Call) {
    await this.schedules.delete(project.id, request);
    return {};
  }

  now(request: SchedulesNowRequest, call: Call) {
    return this.duty.now(call, request);
  }

  preview(request: SchedulesPreviewRequest, call: Call) {
    return this.previews.preview(call, request);
  }
}
