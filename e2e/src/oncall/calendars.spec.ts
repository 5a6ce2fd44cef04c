import assert from 'node:assert/strict';
import { ok } from '../api.js';
import { noteSecret } from '../secrets.js';
import { theService } from '../topology.js';
import { newPerson, signIn, type SignedIn } from '../workspace/person.js';
import { makeProject } from '../workspace/project.js';

describe('a calendar feed', () => {
  let project = '';
  let browser: SignedIn;
  let userId = '';
  beforeAll(async () => {
    project = (await makeProject()).id;
    const person = await newPerson('ROLE_MEMBER');
    [browser, userId] = [await signIn(person), person.userId];
    const start_at = new Date(Date.now() - 86_400_000).toISOString();
    const layers = [{ name: 'day', users: [userId], rotation_length: '1d', start_at }];
    await ok('POST', `/oncall/schedules?project_id=${project}`, { body: { name: 'Primary', layers } });
  });

  const feed = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(theService().httpUrl + path, { headers });
  const create = async (): Promise<string> => {
    const { status, json, text } = await browser.request('POST', `/oncall/calendar?project_id=${project}`, {});
    assert.equal(status, 201, text);
    const path = json['path'] as string;
    noteSecret(/svc_cal_[\w-]+/.exec(path)?.[0] ?? '');
    return path;
  };

  it('serves a calendar feed without a credential, revalidates it, and ends it when it is replaced or deleted', async () => {
    const first = await create();
    const answer = await feed(first);
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'text/calendar; charset=utf-8']);
    const text = await answer.text();
    assert.ok(text.startsWith('BEGIN:VCALENDAR\r\n') && text.includes('SUMMARY:On-call: Primary'), text.slice(0, 300));
    const again = await feed(first, { 'if-none-match': answer.headers.get('etag') ?? '' });
    assert.equal(again.status, 304);
    const second = await create();
    assert.deepEqual([(await feed(first)).status, (await feed(second)).status], [404, 200]);
    assert.equal((await browser.request('DELETE', `/oncall/calendar?project_id=${project}`)).status, 204);
    assert.equal((await feed(second)).status, 404);
  });

  it('returns the same 404 for every unknown calendar token', async () => {
    for (const file of ['x.ics', 'svc_cal_x.ics', `svc_cal_${'a'.repeat(43)}.ics`, `svc_cal_${'a'.repeat(43)}`])
      assert.equal((await feed(`/oncall/calendars/${file}`)).status, 404, file);
  });
});
