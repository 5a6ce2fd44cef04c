import { Services, type ServicesListRequest, type ServicesMapRequest, type ServicesRedRequest } from '@svc/contract';
import { ProjectReaders } from '@svc/reading/project-reader';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { toMap } from './map/map.message.js';
import { MapService } from './map/map.service.js';
import { toRed } from './red.message.js';
import { toService } from './service.message.js';
import { ServicesService } from './services.service.js';

@RpcController(Services)
export class ServicesController implements Handlers<typeof Services> {
  constructor(
    private readonly service: ServicesService,
    private readonly maps: MapService,
    private readonly readers: ProjectReaders,
  ) {}

  async list(request: ServicesListRequest, call: Call) {
    const { rows, minutes, isTruncated } = await this.service.list(request, this.readers.open(call));
    return { services: rows.map((row) => toService(row, minutes)), truncated: isTruncated };
  }

  async red(request: ServicesRedRequest, call: Call) {
    return toRed(await this.service.red(request, this.readers.open(call)));
  }

  async map(request: ServicesMapRequest, call: Call) {
    return toMap(await this.maps.map(request, this.readers.open(call)));
  }
}
