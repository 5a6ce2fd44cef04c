import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Changes, type ChangesListRequest } from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { ChangesService } from './changes.service.js';

@RpcController(Changes)
export class ChangesController implements Handlers<typeof Changes> {
  constructor(private readonly service: ChangesService) {}

  async list(request: ChangesListRequest, call: Call) {
    const { changes, ...page } = await this.service.list(request, call);
    return { ...page, changes: changes.map(({ at, ...change }) => ({ ...change, timestamp: timestampFromDate(at) })) };
  }
}
