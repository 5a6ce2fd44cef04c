import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { DeviceService } from '../device/device.service.js';
import type { Authenticator } from '../edge/authenticator.js';
import type { AcceptanceService } from '../invitations/acceptance.service.js';
import type { LoginService } from '../sessions/login.service.js';
import type { SessionsService } from '../sessions/sessions.service.js';
import type { PublicUrl } from '../stores.module.js';
import { registerDevicePages } from './device-pages.js';
import { registerInvitationPages } from './invitation-pages.js';
import { registerLoginPages } from './login-pages.js';

export interface PagesOptions {
  readonly authenticator: Authenticator;
  readonly login: LoginService;
  readonly sessions: SessionsService;
  readonly device: DeviceService;
  readonly acceptance: AcceptanceService;
  readonly publicUrl: PublicUrl;
  /** What people call the provider they may sign in with; undefined where there is none. */
  readonly singleSignOn: string | undefined;
}

const STYLES = new URL('../../assets/pages/pages.css', import.meta.url);

/** The pages a person needs to get in: plain HTML from the server, with forms. */
export async function registerPages(server: FastifyInstance, options: PagesOptions): Promise<void> {
  const styles = await readFile(STYLES);
  server.get('/pages.css', (_request, reply) =>
    reply.header('cache-control', 'max-age=300').type('text/css; charset=utf-8').send(styles),
  );
  registerLoginPages(server, options);
  registerDevicePages(server, options);
  registerInvitationPages(server, options);
}
