import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ok } from '../api.js';
import { newPerson, signIn, type Person } from '../workspace/person.js';

const NUMBER = '+4915112345678';

/** A new member whom text messages can reach in a project, as an escalation sees it; nothing answers at the provider's address. */
export async function newReachableMember(projectId: string): Promise<Person> {
  const config = { url: 'https://sms.example.com/send', to: [NUMBER] };
  const channel = { type: 'sms', name: `SMS ${randomUUID()}`, config };
  await ok('POST', `/notifications/channels?project_id=${projectId}`, { body: channel });
  const member = await newPerson('ROLE_MEMBER');
  const browser = await signIn(member);
  const added = await browser.request('POST', '/users/me/contact-methods', { type: 'sms', value: NUMBER });
  assert.equal(added.status, 201, added.text);
  return member;
}
