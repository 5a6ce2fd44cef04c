import { randomBytes, randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import type { ApiAnswer, Json } from '../api.js';
import { api } from '../api.js';
import { noteSecret } from '../secrets.js';
import { newPerson, signIn, type SignedIn } from '../workspace/person.js';
import type { Recorder } from './recorder.js';

const PASSWORD = 'correct horse battery staple';

/** Calls every operation of the workspace: projects, members, keys, settings, and operations of signed-in users. */
export async function recordWorkspace(recorder: Recorder): Promise<void> {
  await recordProjects(recorder);
  await recordKeys(recorder);
  await recordMembers(recorder);
  await recordSettings(recorder);
  await recordPrices(recorder);
  await recordSavedSearches(recorder);
  await recordChannels(recorder);
  await recordUser(recorder);
}

const getId = (answer: Json, name = 'id'): string => answer[name];
const name = (prefix: string): string => `${prefix}-${randomUUID().slice(0, 8)}`;

async function recordProjects(recorder: Recorder): Promise<void> {
  const created = await recorder.call('projects.create', { body: { name: 'Web shop', slug: name('web-shop') } });
  const path = { project_id: getId(created) };
  await recorder.call('projects.get', { path });
  await recorder.call('projects.update', { path, body: { description: 'Orders and payments' } });
  await recorder.call('projects.delete', { path, query: { confirm: path.project_id } });
  await recorder.call('projects.current');
  await recorder.call('projects.list', { send: (method, target) => api(method, target) });
  await recorder.call('usage.get');
  await recorder.call('ingest.status');
}

async function recordKeys(recorder: Recorder): Promise<void> {
  const { api_key } = await recorder.call('api_keys.create', {
    body: { name: 'dashboard', scopes: ['logs:read', 'traces:read'] },
  });
  await recorder.call('api_keys.list');
  await recorder.call('api_keys.scopes');
  await recorder.call('api_keys.revoke', { path: { key_id: getId(api_key) } });
  // There are always more entries, however many the other examples have made.
  await recorder.call('account.audit_log', { query: { limit: 3 } });
  for (const id of ['account.get', 'account.audit_verify', 'account.security_get', 'me.get']) await recorder.call(id);
}

async function recordChannels(recorder: Recorder): Promise<void> {
  await recorder.call('channels.types');
  // Nothing listens there, so that the delivery can be redriven.
  const config = { url: 'https://192.0.2.1/hooks/svc', secret: `whsec_${randomBytes(32).toString('base64')}` };
  const body = { type: 'webhook', name: name('Operations'), config, events: ['issue.new'] };
  const path = { channel_id: getId(await recorder.call('channels.create', { body })) };
  await recorder.call('channels.list');
  await recorder.call('channels.get', { path });
  await recorder.call('channels.update', { path, body: { time_zone: 'Europe/Berlin' } });
  const delivery = { delivery_id: getId(await recorder.call('channels.test', { path, body: {} })) };
  await recorder.call('deliveries.list', { query: { channel: path.channel_id } });
  await recorder.call('deliveries.get', { path: delivery });
  await recorder.call('deliveries.redrive', { path: delivery, body: {} });
  await recorder.call('deliveries.redrive_many', { body: { status: ['failed', 'dlq'], channel: path.channel_id } });
  await recorder.call('channels.delete', { path });
}

async function recordMembers(recorder: Recorder): Promise<void> {
  const invite = () =>
    recorder.call('invitations.create', { body: { email: `${name('grace')}@example.com`, role: 'ROLE_MEMBER' } });
  const first = await invite();
  noteSecret(getId(first, 'token'));
  await recorder.call('invitations.list');
  await recorder.call('invitations.revoke', { path: { invitation_id: getId(first) } });
  const token = noteSecret(getId(await invite(), 'token'));
  const publicly = (method: string, path: string, body: unknown): Promise<ApiAnswer> =>
    api(method, path, { key: null, body });
  const member = await recorder.call('invitations.accept', {
    body: { token, name: 'Grace Hopper', password: PASSWORD },
    send: publicly,
  });
  const path = { user_id: getId(member, 'user_id') };
  await recorder.call('members.list');
  await recorder.call('members.set_role', { path, body: { role: 'ROLE_VIEWER' } });
  await recorder.call('members.remove', { path });
}

async function recordPrices(recorder: Recorder): Promise<void> {
  const path = { model: 'acme/large' };
  const body = {
    input_cost_per_token: 1.5e-7,
    output_cost_per_token: '0.0000006',
    tiers: [{ min_input_tokens: 200_001, input_cost_per_token: '0.0000003' }],
  };
  await recorder.call('llm.pricing_set', { path, body });
  await recorder.call('llm.pricing_list', { query: { search: 'acme' } });
  await recorder.call('llm.pricing_delete', { path });
}

async function recordSettings(recorder: Recorder): Promise<void> {
  const path = { entry: 'checkout.timeout_seconds' };
  const { id } = await recorder.call('settings.config_set', {
    path,
    body: { config_value: 30, config_type: 'number' },
  });
  await recorder.call('settings.config_get', { path });
  await recorder.call('settings.config_list');
  await recorder.call('settings.config_delete', { path: { entry: id } });
  await recorder.call('settings.codehost_set', { body: { enabled: true, repo: 'example/web-shop' } });
  await recorder.call('settings.codehost_get');
  await recorder.call('settings.codehost_delete');
}

async function recordSavedSearches(recorder: Recorder): Promise<void> {
  const saved = await recorder.call('saved_searches.create', {
    body: {
      name: 'Failed payments',
      signal: 'logs',
      query: { q: 'payment AND level:error' },
      is_shared: true,
      idempotency_key: randomUUID(),
    },
  });
  const path = { search_id: getId(saved) };
  await recorder.call('saved_searches.get', { path });
  await recorder.call('saved_searches.list');
  await recorder.call('saved_searches.duplicate', {
    path,
    body: { expected_version: 1, idempotency_key: randomUUID() },
  });
  await recorder.call('saved_searches.update', { path, body: { name: 'Refused payments', expected_version: 1 } });
  await recorder.call('saved_searches.delete', { path, query: { expected_version: 2 } });
}

async function recordUser(recorder: Recorder): Promise<void> {
  const person = await newPerson('ROLE_ADMIN');
  const browser = await signIn(person);
  const send: SignedIn['request'] = (method, path, body) => browser.request(method, path.replace(/\?$/, ''), body);
  await recorder.call('account.security_set', { send, body: {} });
  const { id } = await recorder.call('contact_methods.add', {
    send,
    body: { type: 'sms', value: '+49301234567', label: 'On-call phone' },
  });
  await recorder.call('contact_methods.list', { send });
  await recorder.call('contact_methods.delete', { send, path: { method_id: id } });
  await recorder.call('me.update', { send, body: { time_zone: 'Europe/Berlin', preferences: { theme: 'dark' } } });
  await recorder.call('me.sessions_list', { send });
  await recorder.call('me.session_revoke', { send, path: { session_id: 'others' } });
  const { secret } = await recorder.call('me.totp_enroll', { send, body: {} });
  const code = generateSync({ secret: secret });
  const confirmed = await recorder.call('me.totp_confirm', { send, body: { code } });
  const recoveryCode = noteSecret(confirmed['recovery_codes'][0]);
  await recorder.call('me.totp_delete', { send, body: { password: person.password, code: recoveryCode } });
  await recorder.call('me.password_set', {
    send,
    body: { current_password: person.password, new_password: noteSecret(`${PASSWORD} ${randomUUID()}`) },
  });
}

/** Erases the person of the other examples, which takes the service some seconds. */
export async function recordErasure(recorder: Recorder): Promise<void> {
  const { persons } = await recorder.call('persons.search', { query: { search: 'grace' } });
  await recorder.call('persons.delete', { path: { person_id: getId((persons as Json[])[0] as Json) } });
}
