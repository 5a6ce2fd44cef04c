import { Controller, Delete, Get, Inject, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { mapYielding } from '@svc/runtime';
import { invalidField, notFound, requireFound } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ADMITTED, AdmissionGuard, Requires } from '../admission/admission.guard.js';
import { PUBLIC_URL, type PublicUrl } from '../http/public-url.js';
import { receiveBody } from '../http/raw-body.js';
import { parseJsonBody } from '../http/request-body.js';
import { readRawQuery } from '../http/request.js';
import { sendJson } from '../http/send-json.js';
import { sendItems } from '../http/send-pieces.js';
import { labelsOf, RECEIVER, toGettable, toGroups, type GettableAlert } from './alertmanager-alerts.js';
import { AlertmanagerCallers } from './alertmanager-calls.js';
import { AlertmanagerErrorFilter } from './alertmanager-error.filter.js';
import { labelsOfSilence, readSilence, toGettableSilence } from './alertmanager-silences.js';
import { compileFilters, filterByLabels, readFilters } from './matchers.js';

const READS = { scope: 'alerts:read', project: 'required' } as const;
const WRITES = { scope: 'alerts:write', project: 'required' } as const;
/** The version of the interface's definition that is followed. */
const VERSION = '0.35.0';

/** Version 2 of the interface of Alertmanager over the alerts and silences of a project. */
@Controller('alertmanager/api/v2')
@UseFilters(AlertmanagerErrorFilter)
@UseGuards(AdmissionGuard)
export class AlertmanagerController {
  readonly #startedAt: string;

  constructor(
    private readonly callers: AlertmanagerCallers,
    @Inject(PUBLIC_URL) private readonly publicUrl: PublicUrl,
  ) {
    this.#startedAt = new Date(callers.clock()).toISOString();
  }

  @Get('status')
  @Requires(READS)
  status(@Res() reply: FastifyReply): void {
    sendJson(reply, {
      cluster: { status: 'disabled', peers: [] },
      config: { original: '' },
      uptime: this.#startedAt,
      versionInfo: { version: VERSION, branch: '', buildDate: '', buildUser: '', goVersion: '', revision: '' },
    });
  }

  @Get('receivers')
  @Requires(READS)
  receivers(@Res() reply: FastifyReply): void {
    sendJson(reply, [RECEIVER]);
  }

  @Get('alerts')
  @Requires(READS)
  async alerts(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await sendItems(reply, await this.#alerts(request, reply), (alert) => alert);
  }

  @Get('alerts/groups')
  @Requires(READS)
  async groups(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await sendItems(reply, toGroups(await this.#alerts(request, reply)), (group) => group);
  }

  @Get('silences')
  @Requires(READS)
  async silences(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const test = compileFilters(readFilters(readQuery(request).getAll('filter')));
    const silences = await this.callers.of(request, reply).silences();
    await sendItems(reply, await filterByLabels(silences, test, labelsOfSilence), toGettableSilence);
  }

  @Post('silences')
  @Requires(WRITES)
  async post(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const body = parseJsonBody(request.headers, await receiveBody(request));
    const { replaced, fields } = readSilence(body, this.callers.clock());
    const calls = this.callers.of(request, reply);
    const known = replaced === '' ? undefined : (await calls.silences()).find(({ id }) => id === replaced);
    if (replaced !== '' && !known) throw notFound();
    // The new one first: what fails in between leaves two, which silence the same.
    const silenceID = await calls.createSilence(fields);
    if (known && known.status !== 'expired') await calls.expireSilence(known.id);
    sendJson(reply, { silenceID });
  }

  @Get('silence/:silence_id')
  @Requires(READS)
  async silence(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const silences = await this.callers.of(request, reply).silences();
    const wanted = silenceId(request);
    sendJson(reply, toGettableSilence(requireFound(silences.find(({ id }) => id === wanted))));
  }

  @Delete('silence/:silence_id')
  @Requires(WRITES)
  async expire(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.callers.of(request, reply).expireSilence(silenceId(request));
    void reply.code(200).send();
  }

  /** @throws ServiceError invalid_request */
  async #alerts(request: FastifyRequest, reply: FastifyReply): Promise<GettableAlert[]> {
    const query = readQuery(request);
    const test = compileFilters(readFilters(query.getAll('filter')));
    const [isActive, isSilenced] = [readBoolean(query, 'active'), readBoolean(query, 'silenced')];
    const { project, credential } = ADMITTED.get(request);
    const now = this.callers.clock();
    const page = `${this.publicUrl().replace(/\/$/, '')}/p/${project?.id ?? credential.principal.boundProjectId ?? ''}/respond/alerts/`;
    const { alerts, isCut } = await this.callers.of(request, reply).alerts();
    if (isCut) void reply.header('x-svc-notice', `Only the ${alerts.length} alerts that fired last are compared.`);
    const wanted = alerts.filter(({ state }) => (state === 'silenced' ? isSilenced : isActive));
    return mapYielding(await filterByLabels(wanted, test, labelsOf), (alert) => toGettable(alert, page, now));
  }
}

function readQuery(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(readRawQuery(request));
}

/** True unless the parameter says otherwise. */
function readBoolean(query: URLSearchParams, name: string): boolean {
  const text = query.get(name) ?? 'true';
  if (text !== 'true' && text !== 'false') throw invalidField(name, 'must be true or false');
  return text === 'true';
}

function silenceId(request: FastifyRequest): string {
  return (request.params as { readonly silence_id: string }).silence_id;
}
