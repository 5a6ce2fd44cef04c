import type { Context, LocalCommand } from '../../command/command.js';
import { createApi } from '../../http/api.js';
import { profilePath, updateProfile } from '@svc/profile';
import { bySession } from '../../session/credential.js';
import { deviceLogin } from '../../session/device-login.js';
import { sessionStore } from '../../session/session-store.js';

export const login: LocalCommand = {
  words: ['login'],
  summary: 'Sign in through the browser',
  description:
    'Opens the page where you authorize this client, and stores the session with the profile: in the keychain of the system if ' +
    'there is one, else in a file that only you can read. The session takes precedence over the API key of the profile, but not ' +
    'over --api-key and SVC_API_KEY.',
  examples: ['svc login', 'svc login --no-browser', 'svc login --profile staging --api-url https://svc.example.com'],
  flags: [
    {
      name: 'no-browser',
      kind: 'bool',
      default: false,
      description: 'print the verification URL instead of opening a browser',
    },
  ],
  makesProfile: true,
  run: logIn,
};

export const logout: LocalCommand = {
  words: ['logout'],
  summary: 'Sign out: end and remove the session of the profile',
  run: logOut,
};

async function logIn(context: Context): Promise<void> {
  const { io } = context;
  const { apiUrl, profile } = context.settings();
  const session = await deviceLogin(apiUrl, io, ({ url, code }) => {
    io.stderr.write(`Authorize this client at\n\n  ${url}\n\nand check that the page shows the code ${code}\n`);
    if (context.flags.values['no-browser'] !== true) io.openBrowser(url);
  });
  const store = sessionStore(io, profile);
  const stored = await store.write(session);
  await updateProfile(profilePath(io.env, io.homeDirectory), profile, { api_url: apiUrl });
  const api = createApi({ apiUrl, authorize: bySession(apiUrl, store, io), io });
  const identity = await api.send({ method: 'GET', path: '/account', query: [], idempotent: true });
  await context.print({ profile, api_url: apiUrl, stored_in: stored, identity: identity ?? null });
}

/** Removes the stored session in any case, and reports if the service did not confirm. */
async function logOut(context: Context): Promise<void> {
  const { io } = context;
  const { apiUrl, profile } = context.settings();
  const store = sessionStore(io, profile);
  const session = await store.read();
  const address = session?.api_url ?? apiUrl;
  const revoked =
    session !== undefined &&
    (await createApi({ apiUrl: address, authorize: bySession(address, store, io), io })
      .send({ method: 'POST', path: '/auth/logout', query: [], idempotent: false })
      .then(
        () => true,
        () => false,
      ));
  await store.remove();
  if (session && !revoked)
    io.stderr.write('The service did not confirm the end of the session; it will expire there.\n');
  await context.print({ profile, logged_out: session !== undefined, revoked });
}
