import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Calendars, type CalendarsCreateRequest, type CalendarsDeleteRequest } from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { CalendarsService } from './calendars.service.js';

@RpcController(Calendars)
export class CalendarsController implements Handlers<typeof Calendars> {
  constructor(private readonly calendars: CalendarsService) {}

  async create(_: CalendarsCreateRequest, call: Call) {
    const { calendar, token } = await this.calendars.create(call);
    return {
      id: calendar.id,
      projectId: calendar.projectId,
      path: `/oncall/calendars/${token}.ics`,
      createdAt: timestampFromDate(calendar.createdAt),
    };
  }

  async delete(_: CalendarsDeleteRequest, call: Call) {
    await this.calendars.delete(call);
    return {};
  }
}
