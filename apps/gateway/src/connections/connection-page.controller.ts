import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readQueryValue } from '../auth/html/page-request.js';
import { html } from '../http/html/html.js';
import { sendPage } from '../http/html/page.js';
import { explainFailure, toSettings } from './result-page.js';

/**
 * The page on which browsers arrive after authorizing a connection at its provider. It shows the result and reads
 * nothing.
 */
@Controller('configure/connections')
export class ConnectionPageController {
  @Get()
  show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const result = readQueryValue(request, 'result') ?? '';
    const settings = toSettings({
      projectId: readQueryValue(request, 'project_id') ?? '',
      connectionId: readQueryValue(request, 'connection_id') ?? '',
    });
    const failure = explainFailure(result);
    if (failure === undefined) {
      const title = result === 'connected' ? 'The connection is authorized' : 'Connections';
      sendPage(reply, {
        title,
        body: html`<p>
          You can close this page. The connections are in the <a href="${settings}">settings</a>, and the command
          <code>svc connections list</code> shows them, too.
        </p>`,
      });
      return;
    }
    const body = html`<p>
      Start the authorization again in the <a href="${settings}">settings</a>. Nothing was changed.
    </p>`;
    sendPage(reply, { title: 'The connection is not authorized', alert: failure, body });
  }
}
