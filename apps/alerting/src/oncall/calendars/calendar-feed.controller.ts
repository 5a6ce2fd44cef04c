import { CalendarFeed, type CalendarFeedReadRequest } from '@svc/contract';
import { RpcController, type Handlers } from '@svc/rpc';
import { CalendarsService } from './calendars.service.js';

@RpcController(CalendarFeed)
export class CalendarFeedController implements Handlers<typeof CalendarFeed> {
  constructor(private readonly calendars: CalendarsService) {}

  async read({ tokenSha256 }: CalendarFeedReadRequest) {
    return { content: await this.calendars.read(tokenSha256) };
  }
}
