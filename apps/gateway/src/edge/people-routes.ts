import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { rawRoutes, type RawRoute } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { registerDevice } from '../device/device-routes.js';
import { DeviceService } from '../device/device.service.js';
import { AcceptanceService } from '../invitations/acceptance.service.js';
import { OidcLoginService } from '../oidc/oidc-login.service.js';
import { registerOidc } from '../oidc/oidc-routes.js';
import { OidcProvider, type OidcOptions } from '../oidc/provider.js';
import { registerPages } from '../pages/pages.js';
import { LoginService } from '../sessions/login.service.js';
import { registerSessions } from '../sessions/session-routes.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { PublicUrl } from '../http/public-url.js';
import { Authenticator } from './authenticator.js';

/**
 * How people and their clients get in. None of these routes is an operation: they make the credentials operations need.
 *
 * @returns the methods each path has.
 */
export async function registerPeople(
  server: FastifyInstance,
  nest: NestFastifyApplication,
  { publicUrl, oidc }: { readonly publicUrl: PublicUrl; readonly oidc: OidcOptions | undefined },
): Promise<Map<string, string[]>> {
  const authenticator = nest.get(Authenticator);
  // The same ones that the modules use among themselves.
  const login = nest.get(LoginService, { strict: false });
  const sessions = nest.get(SessionsService, { strict: false });
  const device = nest.get(DeviceService, { strict: false });
  const acceptance = nest.get(AcceptanceService, { strict: false });
  const provider = oidc && new OidcProvider(oidc);
  registerSessions(server, { authenticator, login, sessions, publicUrl });
  registerDevice(server, device);
  registerOidc(server, { provider, login: nest.get(OidcLoginService, { strict: false }), sessions, publicUrl });
  const singleSignOn = provider?.name;
  await registerPages(server, { authenticator, login, sessions, device, acceptance, publicUrl, singleSignOn });
  return methodsOf(rawRoutes.filter(({ id }) => id.startsWith('auth.') || id.startsWith('pages.')));
}

function methodsOf(routes: readonly RawRoute[]): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const { path, method } of routes) methods.set(path, [...(methods.get(path) ?? []), method]);
  return methods;
}
