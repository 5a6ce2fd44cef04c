import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, defaultProjectId, makeKey } from '../api.js';
import { body } from '../saved-searches/saved-search.js';

const PATH = '/search/saved?signal=logs';

describe('project selection (Authentication, rules 2 to 5)', () => {
  let project: string;
  let bound: string;
  const other = randomUUID();
  beforeAll(async () => {
    project = await defaultProjectId();
    bound = (await makeKey(['saved_searches:read', 'saved_searches:write', 'projects:read'], project)).secret;
  });

  it('lets a project-bound key omit its project or repeat it exactly', async () => {
    for (const query of [
      '',
      `&project_id=${project}`,
      `&project_id=${project}&project_id=${project}`,
      '&project_id=',
    ]) {
      assert.equal((await api('GET', PATH + query, { key: bound })).status, 200, query);
    }
  });

  it('refuses a conflicting, repeated or malformed project with 403 permission_denied', async () => {
    const attempts = [
      `&project_id=${other}`,
      `&project_id=${project}&project_id=${other}`,
      `&project_id=${other}&project_id=${project}`,
      `&project_id=${project};x`,
      `&project_id=${project}%zz`,
      '&project_id=%',
      `&project%5fid=${other}`,
      `&project_id=${project.toUpperCase()}x`,
    ];
    for (const query of attempts) {
      const answer = await api('GET', PATH + query, { key: bound });
      assert.deepEqual([answer.status, answer.json['error']], [403, 'permission_denied'], query);
    }
  });

  it('ignores a malformed unrelated field beside an omitted or exact selector', async () => {
    for (const query of ['&x=%zz', `&x=a;b&project_id=${project}`]) {
      const answer = await api('GET', `/projects/current?${query}`, { key: bound });
      assert.notEqual(answer.status, 403, query);
    }
  });

  it('refuses the requested project and never replaces it: an unknown one is the generic 404 to an organization', async () => {
    const unknown = await api('GET', `${PATH}&project_id=${other}`);
    assert.equal(unknown.status, 404);
    assert.equal(unknown.json['error'], 'not_found');
  });

  it('requires an organization-level caller to name exactly one project', async () => {
    assert.equal((await api('GET', PATH)).status, 400);
    assert.equal((await api('GET', `${PATH}&project_id=${project}&project_id=${other}`)).status, 403);
    assert.equal((await api('GET', `${PATH}&project_id=${project}`)).status, 200);
  });

  it('returns the generic 404 for a conflicting project in a create body, before any work', async () => {
    const answers = await Promise.all(
      [other, 'x'].map((projectId) =>
        api('POST', '/search/saved', { key: bound, body: body({ project_id: projectId }) }),
      ),
    );
    const unknown = await api('GET', `/search/saved/${randomUUID()}`, { key: bound });
    for (const answer of answers) assert.deepEqual([answer.status, answer.text], [404, unknown.text]);
  });
});
