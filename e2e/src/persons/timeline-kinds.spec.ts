import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { api, makeKey, ok, type Json } from '../api.js';
import { openIssues, type IssueScene } from '../issues/scene.js';
import { newId } from './capture.js';

const KINDS = ['incident', 'flag'];
const getEntries = (answer: Json): Json[] => [...(answer['entries'] as Json[])];

describe('incidents and flags on the timeline of a person', () => {
  const person = newId('ann');
  let scene: IssueScene;
  let incident: Json;
  beforeAll(async () => {
    scene = await openIssues();
    const inProject = `project_id=${scene.project}`;
    await scene.send({ type: 'Refused', distinctId: person });
    const { id: ref } = await scene.issue('Refused');
    const links = [{ type: 'error_group', ref }];
    incident = await ok('POST', `/incidents?${inProject}`, { body: { title: 'Payments fail', links } });
    await ok('POST', `/flags?${inProject}`, { body: { key: 'cart', filters: { groups: [{ conditions: [] }] } } });
    const { secret } = await makeKey(['flags:evaluate'], scene.project);
    await ok('POST', '/decide', { key: secret, body: { distinct_id: person, send_exposure: true } });
  });
  const path = (kinds: readonly string[] = KINDS) =>
    `/persons/${person}/timeline?project_id=${scene.project}&kinds=${kinds.join(',')}`;

  it('are shown with their references, page by page', async () => {
    const entries = await eventually('both are there', async () => {
      const { status, json } = await api('GET', path());
      return status === 200 && getEntries(json).length === 2 && getEntries(json);
    });
    assert.deepEqual(
      new Set(entries.map((entry) => [entry['kind'], entry['title'], entry['ref']?.['id']].join(' | '))),
      new Set([
        [`incident | ${String(incident['number'])}: Payments fail`, String(incident['id'])].join(' | '),
        'flag | cart: true | cart',
      ]),
    );
    const first = await ok('GET', `${path()}&limit=1`);
    const second = await ok('GET', `${path()}&limit=1&cursor=${String(first['pagination']?.['next_cursor'])}`);
    assert.deepEqual([...getEntries(first), ...getEntries(second)], entries);
    assert.equal(second['pagination']?.['has_more'], false);
  });

  it('need their own read scopes, and omitted names those that the key lacks', async () => {
    const { secret } = await makeKey(['persons:read', 'flags:read'], scene.project);
    const answer = await ok('GET', path(), { key: secret });
    assert.deepEqual(
      [getEntries(answer).map(({ kind }) => kind as string), answer['omitted']],
      [['flag'], ['incidents:read']],
    );
    const all = await ok('GET', path([]), { key: secret });
    assert.deepEqual(all['omitted'], ['agent_runs:read', 'incidents:read', 'replay:read']);
  });

  it('are kinds of the filter, which refuses others', async () => {
    const { status, text } = await api('GET', path(['incident', 'ticket']));
    assert.equal(status, 400);
    assert.ok(text.includes('kinds') && !text.includes('ticket'), text);
  });
});
