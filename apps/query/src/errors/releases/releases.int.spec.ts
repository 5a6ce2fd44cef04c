import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { ReleasesRepository } from './releases.repository.js';
import { ReleasesService } from './releases.service.js';

const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 0, minute));

describe('releases that errors name', () => {
  let database: TemporaryDatabase;
  beforeAll(async () => {
    database = await startTemporaryDatabase();
  });
  afterAll(() => database.stop());

  it('creates a release with its first error, however often and in whatever order errors are read', async () => {
    const { client } = database.relational;
    const releases = new ReleasesService(new ReleasesRepository(database.relational), Date.now);
    const owner = { id: randomUUID(), number: 1 };
    const saw = (...sightings: [release: string, first: number, last: number][]) =>
      client.$transaction((tx) =>
        releases.seen(
          tx,
          owner,
          sightings.map(([release, first, last]) => ({ release, firstSeen: at(first), lastSeen: at(last) })),
          at(9),
        ),
      );
    await saw(['2.0', 5, 6], ['1.10', 1, 2], ['', 0, 9]);
    await saw(['2.0', 4, 5], ['1.10', 2, 8]);
    await saw(['2.0', 5, 5]);
    await saw();
    const found = await client.release.findMany({ where: { projectId: owner.id }, orderBy: { release: 'asc' } });
    assert.deepEqual(
      found.map(({ release, firstSeen, lastSeen, deployedAt }) => [release, firstSeen, lastSeen, deployedAt]),
      [
        ['1.10', at(1), at(8), null],
        ['2.0', at(4), at(6), null],
      ],
    );
    assert.equal(await releases.current(owner.id, ['1.10']), '2.0');
    assert.equal(await releases.current(randomUUID(), []), undefined);
    const resolved = { release: '1.10', at: at(9) };
    assert.ok((await releases.compareToResolved(owner.id, '1.9', resolved)) < 0);
    const data = { projectId: owner.id, projectNumber: 1, createdAt: at(9), updatedAt: at(9) };
    await client.release.create({ data: { ...data, release: '1.11', deployedAt: at(10) } });
    assert.equal(await releases.current(owner.id, ['1.10']), '1.11', 'a deploy counts before names in errors');
    assert.ok((await releases.compareToResolved(owner.id, '1.11', { release: '2.0', at: at(9) })) > 0);
  });
});
