import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, ok, type Json } from '../api.js';
import { openIncidents, type IncidentScene } from '../incidents/scene.js';
import { openIssues, type IssueScene } from '../issues/scene.js';

describe('names that are shorter than IDs', () => {
  let incidents: IncidentScene;
  let issues: IssueScene;
  let incident: Json;
  let issue: Json;
  beforeAll(async () => {
    incidents = await openIncidents();
    incident = await incidents.create();
    issues = await openIssues();
    await issues.send({ type: 'ShortError' });
    issue = await issues.issue('ShortError');
  });

  it('include the number of an incident, in every operation and in small letters', async () => {
    for (const name of [incident['number'], String(incident['number']).toLowerCase()])
      assert.equal((await incidents.get(name))['id'], incident['id']);
    const comment = { text: 'Looking', expected_version: 1, idempotency_key: randomUUID() };
    const path = `/incidents/${String(incident['number'])}`;
    const commented = await ok('POST', `${path}/comments?project_id=${incidents.project}`, { body: comment });
    assert.equal(commented['id'], incident['id']);
    assert.ok((await incidents.timeline(incident['number']))['entries']);
  });

  it('include the beginning of the ID of an issue or an incident', async () => {
    assert.equal((await issues.get(String(issue['id']).slice(0, 8)))['id'], issue['id']);
    assert.equal((await incidents.get(String(incident['id']).slice(0, 30)))['id'], incident['id']);
    const path = `/issues/${String(issue['id']).slice(0, 13)}/resolve`;
    const resolved = await ok('POST', `${path}?project_id=${issues.project}`, {
      body: { expected_version: issue['version'] },
    });
    assert.equal(resolved['id'], issue['id']);
  });

  it('are refused with 400 if they are the beginning of several IDs', async () => {
    // IDs of incidents begin with the time of their creation, so those of one minute begin alike.
    const [one, other] = [await incidents.create(), await incidents.create()].map(({ id }) => String(id));
    let length = 8;
    while (one?.slice(0, length + 1) === other?.slice(0, length + 1)) length += 1;
    const shared = String(one).slice(0, length);
    const { status, json } = await api('GET', `/incidents/${shared}?project_id=${incidents.project}`);
    assert.deepEqual([status, json['details']?.[0]?.['path']], [400, 'incident_id']);
  });

  it('are unknown in other projects, and shorter or longer than a beginning', async () => {
    const elsewhere = issues.project;
    for (const name of [
      'INC-0',
      'INC-999999',
      'INC-1x',
      '0',
      String(incident['id']).slice(0, 7),
      `${String(incident['id'])}0`,
    ])
      assert.equal((await api('GET', `/incidents/${name}?project_id=${incidents.project}`)).status, 404, name);
    for (const name of [incident['number'], String(incident['id']).slice(0, 20)])
      assert.equal((await api('GET', `/incidents/${String(name)}?project_id=${elsewhere}`)).status, 404);
  });
});
