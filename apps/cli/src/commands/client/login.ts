import { profilePath, updateProfile } from '@svc/profile';
import type { Context, LocalCommand } from '../../command/command.js';
import { createApi } from '../../http/api.js';
import { oneLine } from '../../print/layout/sanitize.js';
import { beginErrorObject, endErrorObject } from '../../runtime/error-object.js';
import { usageError } from '../../runtime/failure.js';
import type { Output } from '../../runtime/io.js';
import { isObject, plainText, type Json } from '../../runtime/values/json.js';
import { askProject } from '../../session/ask-project.js';
import { chooseProject, type ChosenProject } from '../../session/choose-project.js';
import { bySession } from '../../session/credential.js';
import { deviceLogin, type Verification } from '../../session/device-login.js';
import { sessionStore } from '../../session/session-store.js';

export const login: LocalCommand = {
  words: ['login'],
  summary: 'Sign in through the browser',
  description:
    'Opens the page where you authorize this client, and stores the session with the profile: in the keychain of the system if ' +
    'there is one, else in a file that only you can read. Also stores the address of ingestion and the active project: the one of ' +
    '--project, else the only one; with several, a terminal asks. Without a terminal, the page and its code are on standard error, in ' +
    'one JSON object that a failure completes. The session takes precedence over the API key of the profile, but not over --api-key ' +
    'and SVC_API_KEY.',
  examples: [
    'svc login',
    'svc login --no-browser --project checkout',
    'svc login --profile staging --api-url https://svc.example.com',
  ],
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
  const settings = context.settings();
  const { apiUrl, profile } = settings;
  if (settings.keyIsForeign) {
    throw usageError(`The profile ${profile} has an API key for another service: choose another name with --profile`);
  }
  const session = await deviceLogin(apiUrl, io, (verification) => {
    showVerification(verification, context);
    const { url } = verification;
    if (context.flags.values['no-browser'] !== true) io.openBrowser(url);
  });
  const store = sessionStore(io, profile);
  const stored = await store.write(session);
  const api = createApi({ apiUrl, authorize: bySession(apiUrl, store, io), io });
  const addresses = { api_url: apiUrl, ingest_url: session.ingest_url };
  const file = profilePath(io.env, io.homeDirectory);
  await updateProfile(file, profile, addresses);
  const chosen = await chooseProject(api, settings, isInteractive(context) ? (all) => askProject(all, io) : undefined);
  await updateProfile(file, profile, { project: chosen.project?.id });
  const identity = (await api.send({ method: 'GET', path: '/account', query: [], idempotent: true })) ?? null;
  const answer = {
    profile,
    ...Object.fromEntries(Object.entries(addresses).filter(([, url]) => url !== undefined)),
    stored_in: stored,
    identity,
    project: chosen.project ? { ...chosen.project } : null,
  };
  if (!getScreen(context)) endErrorObject({}, io.stderr);
  await context.print(answer, { kind: 'text', print: () => confirmation(identity, apiUrl, chosen) });
}

/**
 * Shows the verification URL and code. Without a terminal, standard output is the result as one JSON object, and
 * standard error the failure as one, if there is one.
 */
function showVerification({ url, code }: Verification, context: Context): void {
  const screen = getScreen(context);
  if (screen) screen.write(`Open this page and confirm the code ${oneLine(code)}:\n\n  ${oneLine(url)}\n\n`);
  else beginErrorObject({ verification_url: url, user_code: code }, context.io.stderr);
}

/** Returns the terminal for progress messages; standard output only if its format is not JSON. */
function getScreen({ io, output }: Context): Output | undefined {
  if (io.stderr.isTerminal) return io.stderr;
  return io.stdout.isTerminal && output.mode === 'table' ? io.stdout : undefined;
}

function isInteractive({ io, output }: Context): boolean {
  return io.stdin.isTerminal && io.stderr.isTerminal && output.mode === 'table';
}

function confirmation(identity: Json, apiUrl: string, { project, count }: ChosenProject): string {
  const principal = isObject(identity) ? identity['principal'] : undefined;
  const name = isObject(principal) ? oneLine(plainText(principal['name'])) : 'unknown';
  const lines = [`Signed in to ${apiUrl} as ${name}.`];
  if (project) lines.push(`Active project: ${oneLine(project.slug)}.`);
  else if (count > 0)
    lines.push(`No project is selected. Choose one of ${count}: svc projects list, then svc projects use <slug>.`);
  return lines.map((line) => `${line}\n`).join('');
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
