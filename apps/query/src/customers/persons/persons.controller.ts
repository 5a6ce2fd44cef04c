import {
  Persons,
  type PersonsAliasesRequest,
  type PersonsDeleteRequest,
  type PersonsGetRequest,
  type PersonsSearchRequest,
  type PersonsStatsRequest,
  type PersonsTimelineRequest,
  type PersonsUnlinkRequest,
} from '@svc/contract';
import { ProjectReaders } from '@svc/reading/project-reader';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { AliasesService } from './aliases/aliases.service.js';
import { ErasureService } from './erasure/erasure.service.js';
import { PersonsService } from './persons.service.js';
import { PersonStatsService } from './stats/stats.service.js';

@RpcController(Persons)
export class PersonsController implements Handlers<typeof Persons> {
  constructor(
    private readonly persons: PersonsService,
    private readonly figures: PersonStatsService,
    private readonly links: AliasesService,
    private readonly erasure: ErasureService,
    private readonly readers: ProjectReaders,
  ) {}

  search(request: PersonsSearchRequest, call: Call) {
    return this.persons.search(request, this.readers.open(call));
  }

  get({ personId }: PersonsGetRequest, call: Call) {
    return this.persons.get(personId, this.readers.open(call));
  }

  stats({ personId }: PersonsStatsRequest, call: Call) {
    return this.figures.stats(personId, this.readers.open(call));
  }

  timeline(request: PersonsTimelineRequest, call: Call) {
    return this.persons.timeline(request, call.context.scopes, this.readers.open(call));
  }

  aliases({ personId }: PersonsAliasesRequest, call: Call) {
    return this.links.aliases(personId, this.readers.open(call));
  }

  async unlink({ personId, distinctId }: PersonsUnlinkRequest, call: Call) {
    const by = call.context.principalId;
    await this.links.unlink(personId, distinctId, by, this.readers.open(call));
    return {};
  }

  async delete({ personId }: PersonsDeleteRequest, call: Call) {
    await this.erasure.erase(personId, call.project, this.readers.open(call));
    return {};
  }
}
