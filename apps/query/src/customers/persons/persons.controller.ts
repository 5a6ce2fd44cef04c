import { Inject } from '@nestjs/common';
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
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { Budget, Scope } from '@svc/reading/statement';
import { AliasesService } from './aliases/aliases.service.js';
import { ErasureService } from './erasure/erasure.service.js';
import { PersonsService } from './persons.service.js';
import { PersonStatsService } from './stats/stats.service.js';

@RpcController(Persons)
export class PersonsController implements Handlers<typeof Persons> {
  constructor(
    @Inject(PersonsService) private readonly persons: PersonsService,
    @Inject(PersonStatsService) private readonly figures: PersonStatsService,
    @Inject(AliasesService) private readonly links: AliasesService,
    @Inject(ErasureService) private readonly erasure: ErasureService,
  ) {}

  search(request: PersonsSearchRequest, call: Call) {
    return this.persons.search(request, Scope.of(call.project), Budget.of(call));
  }

  get({ personId }: PersonsGetRequest, call: Call) {
    return this.persons.get(personId, Scope.of(call.project), Budget.of(call));
  }

  stats({ personId }: PersonsStatsRequest, call: Call) {
    return this.figures.stats(personId, Scope.of(call.project), Budget.of(call));
  }

  timeline(request: PersonsTimelineRequest, call: Call) {
    return this.persons.timeline(request, Scope.of(call.project), Budget.of(call));
  }

  aliases({ personId }: PersonsAliasesRequest, call: Call) {
    return this.links.aliases(personId, Scope.of(call.project), Budget.of(call));
  }

  async unlink({ personId, distinctId }: PersonsUnlinkRequest, call: Call) {
    const by = call.context.principalId;
    await this.links.unlink(personId, distinctId, by, Scope.of(call.project), Budget.of(call));
    return {};
  }

  async delete({ personId }: PersonsDeleteRequest, call: Call) {
    await this.erasure.erase(personId, call.project, Budget.of(call));
    return {};
  }
}
