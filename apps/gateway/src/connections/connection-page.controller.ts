import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readQueryValue } from '../auth/html/page-request.js';
import { html } from '../http/html/html.js';
import { sendPage } from '../http/html/page.js';

/** Explanations of the results of `connections.oauth_callback` for the user who was sent to the provider. */
const FAILURES: ReadonlyMap<string, string> = new Map([
  ['denied', 'You have not permitted the connection at the provider.'],
  ['invalid_state', 'This address has been used already, or was started in another session.'],
  ['expired_state', 'The authorization took more than ten minutes.'],
  ['provider_rejected', 'The provider has refused the authorization.'],
  ['provider_unavailable', 'The provider does not answer right now.'],
  ['site_required', 'Your account has several sites of Jira, or none that matches: start again with site_url.'],
  ['name_taken', 'The project has another connection with this name.'],
  ['conflict', 'The connection was changed meanwhile, or the project cannot have more connections.'],
]);

/**
 * The page on which browsers arrive after authorizing a connection at its provider. It shows the result and reads
 * nothing.
 */
@Controller('configure/connections')
export class ConnectionPageController {
  @Get()
  show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const result = readQueryValue(request, 'result') ?? '';
    const failure = FAILURES.get(result);
    if (failure === undefined) {
      const title = result === 'connected' ? 'The connection is authorized' : 'Connections';
      sendPage(reply, {
        title,
        body: html`<p>
          You can close this page. The command <code>svc connections list</code> shows the connections.
        </p>`,
      });
      return;
    }
    const body = html`<p>Start the authorization again. Nothing was changed.</p>`;
    sendPage(reply, { title: 'The connection is not authorized', alert: failure, body });
  }
}
