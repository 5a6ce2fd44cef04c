import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { DEFAULT_REPLAY_SETTINGS } from '@svc/replay/settings';
import {
  findContactValues,
  findMemberIds,
  findMemberNames,
  findMemberRole,
  findProject,
  findProjects,
  findProjectsByNumber,
  findReplaySettings,
  selectMemberNames,
} from './index.js';

describe('the directory', () => {
  let database: TemporaryDatabase;
  beforeAll(async () => {
    database = await startTemporaryDatabase();
  });
  afterAll(() => database.stop());

  /** An organization with a project and an owner. */
  const addOrganization = async (name: string) => {
    const { client } = database.relational;
    const { id } = await client.organization.create({ data: { name } });
    const project = await client.project.create({ data: { organizationId: id, slug: name, name } });
    const user = await client.user.create({ data: { email: `${name}@example.com`, name } });
    await client.membership.create({ data: { organizationId: id, userId: user.id, role: 'ROLE_OWNER' } });
    return { id, project, userId: user.id };
  };

  it('finds projects by ID and by number, and skips unknown ones', async () => {
    const { client } = database.relational;
    const { project } = await addOrganization('projects');
    assert.deepEqual(await findProject(client, project.id), project);
    assert.deepEqual([await findProject(client, randomUUID()), await findProject(client, 'no ID')], [null, null]);
    assert.deepEqual(await findProjects(client, [project.id, randomUUID()]), new Map([[project.id, project]]));
    const { id, number, retentionDays, eventsRetentionDays } = project;
    assert.deepEqual(
      await findProjectsByNumber(client, [number, 2_000_000]),
      new Map([[number, { id, number, retentionDays, eventsRetentionDays }]]),
    );
  });

  it('finds members of the organization only', async () => {
    const { client } = database.relational;
    const [own, foreign] = [await addOrganization('own'), await addOrganization('foreign')];
    const users = [own.userId, foreign.userId];
    const names = new Map([[own.userId, 'own']]);
    assert.deepEqual(await findMemberNames(client, own.id, [...users, 'no ID']), names);
    assert.deepEqual(await database.relational.rows(selectMemberNames('$1', '$2::uuid[]'), [own.id, users]), [
      { members: Object.fromEntries(names) },
    ]);
    assert.deepEqual(await findMemberIds(client, own.id, users), new Set([own.userId]));
    assert.equal(await findMemberRole(client, own.id, own.userId), 'ROLE_OWNER');
    assert.equal(await findMemberRole(client, own.id, foreign.userId), undefined);
    assert.equal(await findMemberRole(client, own.id, 'no ID'), undefined);
  });

  it('finds no contact methods of people who are no members any more', async () => {
    const { client } = database.relational;
    const { id: organizationId, userId } = await addOrganization('contacts');
    const contact = await client.contactMethod.create({
      data: {
        organizationId,
        principalId: userId,
        type: 'email',
        value: 'ann@example.com',
        label: '',
        createdAt: new Date(),
      },
    });
    assert.deepEqual(await findContactValues(client, [contact.id]), new Map([[contact.id, 'ann@example.com']]));
    await client.membership.deleteMany({ where: { userId } });
    assert.deepEqual(await findContactValues(client, [contact.id]), new Map());
  });

  it('finds the settings of a project for its recordings, and defaults without them', async () => {
    const { client } = database.relational;
    const { project } = await addOrganization('replay-settings');
    assert.deepEqual(await findReplaySettings(client, project.id), DEFAULT_REPLAY_SETTINGS);
    const now = new Date();
    const stamps = { createdAt: now, updatedAt: now, updatedBy: 'key' };
    const entry = { projectId: project.id, key: 'replay', configType: 'json', ...stamps };
    await client.configEntry.create({ data: { ...entry, value: { rage: { clicks: 3 } } } });
    const { rage } = await findReplaySettings(client, project.id);
    assert.deepEqual(rage, { ...DEFAULT_REPLAY_SETTINGS.rage, clicks: 3 });
  });
});
