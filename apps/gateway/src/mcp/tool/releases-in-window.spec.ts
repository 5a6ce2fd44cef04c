import assert from 'node:assert/strict';
import type { JsonObject } from '@svc/contract';
import { listReleases } from './releases-in-window.js';
import type { Parameters, ToolContext } from './tool-context.js';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-05-31T00:00:00Z');
const timeOf = (days: number): string => new Date(NOW - days * DAY_MS).toISOString();

/** A project whose releases were recorded at these ages in days, the last one first, as `releases.list` answers. */
function projectOf(ages: readonly number[], deployed: Readonly<Record<number, number>> = {}) {
  const calls: Parameters[] = [];
  const read: ToolContext['read'] = (_id, parameters = {}) => {
    calls.push(parameters);
    const from = Number(parameters['cursor'] ?? 0);
    const end = from + Number(parameters['limit']);
    const releases = ages.slice(from, end).map((age, index): JsonObject => {
      const deployedAge = deployed[from + index];
      return {
        release: `r${from + index}`,
        created_at: timeOf(age),
        deployed_at: deployedAge === undefined ? null : timeOf(deployedAge),
      };
    });
    const pagination = { next_cursor: end < ages.length ? String(end) : '' };
    return Promise.resolve({ json: { releases, pagination }, counts: { releases: releases.length }, cutLists: [] });
  };
  return { calls, read };
}

const window = { start_time: timeOf(11), end_time: timeOf(10) };
const namesOf = (rows: readonly JsonObject[]) => rows.map(({ release }) => release);

describe('listReleases', () => {
  it('finds a release behind hundreds of later ones', async () => {
    const project = projectOf([...Array.from({ length: 450 }, () => 1), 10.5, 30, 40]);
    assert.deepEqual(namesOf((await listReleases(window, project)).rows), ['r450']);
    assert.equal(project.calls.length, 3);
  });

  it('reads no further than to releases that were recorded well before the window', async () => {
    const project = projectOf([10.5, ...Array.from({ length: 900 }, () => 30)]);
    assert.deepEqual(namesOf((await listReleases(window, project)).rows), ['r0']);
    assert.equal(project.calls.length, 1);
  });

  it('takes the time of the deploy, also if the release was recorded before the window', async () => {
    const { rows } = await listReleases(window, projectOf([10.5, 12], { 0: 2, 1: 10.2 }));
    assert.deepEqual(namesOf(rows), ['r1']);
  });

  it('says that it gave up, or that there is none', async () => {
    const many = await listReleases(window, projectOf(Array.from({ length: 3_000 }, () => 1)));
    assert.match(many.note ?? '', /^Only the last 1000 recorded releases were looked at/);
    assert.match((await listReleases(window, projectOf([1]))).note ?? '', /^No release was recorded/);
  });
});
