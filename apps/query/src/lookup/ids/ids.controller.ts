import { Ids, type IdsResolveRequest } from '@svc/contract';
import { ProjectReaders } from '@svc/reading/project-reader';
import { toTimestamp } from '@svc/reading/time';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { IdsService } from './ids.service.js';

@RpcController(Ids)
export class IdsController implements Handlers<typeof Ids> {
  constructor(
    private readonly ids: IdsService,
    private readonly readers: ProjectReaders,
  ) {}

  async resolve({ id }: IdsResolveRequest, call: Call) {
    const { outcomes, omitted } = await this.ids.resolve(id, call.context.scopes, this.readers.open(call));
    return {
      matches: outcomes.flatMap(({ found }) =>
        found.map(({ time, ...match }) => ({ ...match, ...(time !== undefined && { timestamp: toTimestamp(time) }) })),
      ),
      types: outcomes.map(({ kind, found, isTruncated, error }) => {
        return { type: kind, count: found.length, truncated: isTruncated, error: error?.code };
      }),
      omitted: [...omitted],
    };
  }
}
