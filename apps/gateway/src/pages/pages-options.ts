import type { DeviceService } from '../device/device.service.js';
import type { Authenticator } from '../edge/authenticator.js';
import type { AcceptanceService } from '../invitations/acceptance.service.js';
import type { LoginService } from '../sessions/login.service.js';
import type { SessionsService } from '../sessions/sessions.service.js';
import type { PublicUrl } from '../http/public-url.js';

/** What the pages are made of. */
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
