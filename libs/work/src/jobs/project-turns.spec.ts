import assert from 'node:assert/strict';
import { ProjectTurns } from './project-turns.js';

/** Claims as the store does: the earliest due job of a project without a turn, else of one that is not full. */
function claim(turns: ProjectTurns, due: string[], nowMs: number): string | undefined {
  const { served, full } = turns.next(nowMs);
  const open = due.filter((project) => !full.includes(project));
  const project = open.find((each) => !served.includes(each)) ?? open[0];
  if (project === undefined) return undefined;
  due.splice(due.indexOf(project), 1);
  turns.begin(project, nowMs);
  return project;
}

describe('turns of projects', () => {
  it('go around, whatever the order in which jobs became due', () => {
    const turns = new ProjectTurns(1);
    const due = ['a', 'a', 'a', 'a', 'b', 'b', 'c'];
    const claimed: string[] = [];
    for (let nowMs = 0; due.length > 0; nowMs += 1_000) {
      const project = claim(turns, due, nowMs) ?? assert.fail();
      claimed.push(project);
      turns.end(project);
    }
    assert.deepEqual(claimed.slice(0, 3), ['a', 'b', 'c']);
    assert.equal(claimed.slice(3, 5).toSorted().join(), 'a,b');
  });

  it('leave places to other projects while one has its share', () => {
    const turns = new ProjectTurns(2);
    const due = ['a', 'a', 'a'];
    assert.deepEqual([claim(turns, due, 0), claim(turns, due, 0), claim(turns, due, 0)], ['a', 'a', undefined]);
    due.push('b');
    assert.equal(claim(turns, due, 0), 'b');
    turns.end('a');
    assert.equal(claim(turns, due, 0), 'a');
  });

  it('look for other projects again soon after a project was alone', () => {
    const turns = new ProjectTurns(1);
    for (const nowMs of [0, 10]) {
      turns.begin('a', nowMs);
      turns.end('a');
    }
    assert.deepEqual(turns.next(20).served, []);
    assert.deepEqual(turns.next(1_000).served, ['a']);
  });
});
