import assert from 'node:assert/strict';
import type { Relational } from '@svc/relational';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { eventually } from '@svc/test-servers';
import type { Clocks } from './clock-jumps.js';
import { DueWatch, type Awaited } from './due-watch.js';

const EVERY_MS = 10;

describe('DueWatch', () => {
  let database: TemporaryDatabase;
  /** Names of what is due. */
  let due: readonly string[] = [];
  const ends: (() => void)[] = [];
  beforeAll(async () => {
    database = await startTemporaryDatabase();
  });
  afterEach(() => {
    for (const end of ends.splice(0)) end();
    due = [];
  });
  afterAll(() => database.stop());

  /** The real database, with the statements that were asked. Each has a watch of its own. */
  const watched = (): { relational: Relational; statements: string[] } => {
    const statements: string[] = [];
    const { relational } = database;
    const rows: Relational['rows'] = (text, values, name) => {
      statements.push(text);
      return relational.rows(text, values, name);
    };
    return { relational: { ...relational, rows }, statements };
  };
  const waitFor = (
    relational: Relational,
    name: string,
    { everyMs = EVERY_MS, select }: Partial<Pick<Awaited, 'everyMs' | 'select'>> = {},
    clocks?: Clocks,
  ) => {
    const woken: (readonly string[] | undefined)[] = [];
    let asked = 0;
    const end = DueWatch.of(relational, clocks).add({
      everyMs,
      select: (bind) => {
        asked += 1;
        return (
          select?.(bind) ?? `SELECT name FROM unnest(${bind(due)}::text[]) AS name WHERE name LIKE ${bind(`${name}%`)}`
        );
      },
      wake: (names) => woken.push(names),
    });
    ends.push(end);
    return { woken, end, asked: () => asked };
  };

  it('queries all watches in one statement, and wakes those that have due names, with the names', async () => {
    const { relational, statements } = watched();
    const [rules, queues, groups] = ['rule', 'queue', 'group'].map((name) => waitFor(relational, name));
    await eventually('there is a question', () => (queues?.asked() ?? 0) > 1);
    due = ['queue one', 'other', 'queue two'];
    await eventually('the queues are woken', () => (queues?.woken.length ?? 0) > 0);
    assert.deepEqual(queues?.woken.at(-1)?.toSorted(), ['queue one', 'queue two']);
    assert.deepEqual([rules?.woken, groups?.woken], [[], []]);
    assert.equal(statements.at(-1)?.match(/SELECT name FROM unnest/g)?.length, 3);
    assert.ok(statements.length <= (queues?.asked() ?? 0));
  });

  it('wakes all without names when the query fails, and repeats it', async () => {
    const { relational } = watched();
    let isBroken = true;
    const one = waitFor(relational, 'one');
    const other = waitFor(relational, 'other', {
      select: () => (isBroken ? 'SELECT name FROM missing' : "SELECT 'other'"),
    });
    await eventually('both are woken', () => one.woken.length > 0 && other.woken.length > 0);
    assert.deepEqual([one.woken[0], other.woken[0]], [undefined, undefined]);
    isBroken = false;
    await eventually('the next question is answered', () => other.woken.at(-1)?.[0] === 'other');
  });

  it('queries watches with a longer interval more rarely', async () => {
    const { relational } = watched();
    const [often, rarely] = [waitFor(relational, 'often'), waitFor(relational, 'rarely', { everyMs: 4 * EVERY_MS })];
    await eventually('there are some questions', () => rarely.asked() >= 3);
    assert.ok(often.asked() > rarely.asked(), `${often.asked()} and ${rarely.asked()} questions`);
  });

  it('takes every other turn at rest, and every turn again once something is due', async () => {
    const { relational } = watched();
    const often = waitFor(relational, 'often');
    // This watch is queried in every third turn; at rest, in every second of the turns that are left.
    const perQuestion: number[] = [];
    let before = 0;
    waitFor(relational, 'rarely', {
      everyMs: 3 * EVERY_MS,
      select: () => {
        perQuestion.push(often.asked() - before);
        before = often.asked();
        return "SELECT 'none' WHERE false";
      },
    });
    await eventually('it takes every turn', () => perQuestion.at(-1) === 3);
    await eventually('it is at rest', () => perQuestion.at(-1) === 2);
    due = ['often'];
    await eventually('it takes every turn again', () => perQuestion.at(-1) === 3);
  });

  it('queries all watches when the clock has jumped, even at rest and before their interval', async () => {
    const { relational } = watched();
    let jumpedMs = 0;
    const clocks: Clocks = { wallMs: () => jumpedMs, steadyMs: () => 0 };
    const often = waitFor(relational, 'often', {}, clocks);
    const daily = waitFor(relational, 'daily', { everyMs: 86_400_000 });
    await eventually('it is at rest', () => often.asked() > 30);
    assert.equal(daily.asked(), 0);
    jumpedMs = 3_600_000;
    await eventually('it is asked for', () => daily.asked() === 1);
    const until = often.asked() + 3;
    await eventually('time has passed', () => often.asked() >= until);
    assert.equal(daily.asked(), 1);
  });

  it('stops querying a watch that ended, and all queries once every watch has', async () => {
    const { relational, statements } = watched();
    const [one, other] = [waitFor(relational, 'one'), waitFor(relational, 'other')];
    await eventually('both are asked for', () => one.asked() > 0 && other.asked() > 0);
    one.end();
    const before = one.asked();
    const until = other.asked() + 3;
    await eventually('the other one is still asked for', () => other.asked() >= until);
    assert.equal(one.asked(), before);
    other.end();
    const count = statements.length;
    const later = waitFor(database.relational, 'later');
    await eventually('time has passed', () => later.asked() >= 3);
    assert.equal(statements.length, count);
  });
});
