import assert from 'node:assert/strict';
import { TelemetryWriter, writeRecordings } from '@svc/reading/testing';
import { NANOSECONDS_PER_MINUTE, NANOSECONDS_PER_SECOND } from '@svc/reading/time';
import { openIssueWorld, type IssueWorld } from '../../testing/issue-world.js';

describe('the recordings of an issue', () => {
  let world: IssueWorld;
  beforeAll(async () => {
    world = await openIssueWorld();
  });
  afterAll(() => world.stop());

  it('are those of the sessions in which it occurred, with the place of its latest event', async () => {
    const project = await world.newProject();
    const telemetry = new TelemetryWriter(world.store);
    const start = (BigInt(Date.now()) / 1_000n) * NANOSECONDS_PER_SECOND - 10n * NANOSECONDS_PER_MINUTE;
    const occurs = (type: string, sessionId: string, seconds: bigint) =>
      world.writer.write({
        project: project.number,
        type,
        sessionId,
        timestamp: start + seconds * NANOSECONDS_PER_SECOND,
      });
    await occurs('TypeError', 's1', 5n);
    await occurs('TypeError', 's1', 20n);
    await occurs('TypeError', 'without a recording', 30n);
    await occurs('RangeError', 's2', 30n);
    const recording = { project: project.number, timestamp: start };
    await writeRecordings(telemetry, [
      { ...recording, sessionId: 's1' },
      { ...recording, sessionId: 's2', distinctId: 'bob' },
    ]);
    await world.takeIn();
    const issue = (await world.all(project.id)).find(({ title }) => title.startsWith('TypeError')) ?? assert.fail();
    const { recordings } = await world.details.get(issue.id, project.reader());
    assert.deepEqual(
      recordings.map(({ row, failed }) => [row.session_id, row.distinct_id, (failed - start) / NANOSECONDS_PER_SECOND]),
      [['s1', 'ann', 20n]],
    );
  });
});
