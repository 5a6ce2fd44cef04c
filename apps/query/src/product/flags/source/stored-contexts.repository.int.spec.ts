import assert from 'node:assert/strict';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { ProjectReaders } from '@svc/reading/project-reader';
import { Budget } from '@svc/reading/statement';
import { PropertiesRepository } from '../../../customers/index.js';
import { CustomerWriter, personScope } from '../../../customers/persons/persons.fixture.js';
import { StoredContextsRepository } from './stored-contexts.repository.js';

describe('StoredContextsRepository', () => {
  let engine: SharedStore;
  let writer: CustomerWriter;
  let contexts: StoredContextsRepository;
  const [project, other] = [1, 2];
  const set = (value: string) => ({ op: 'set', time: 1n, messageId: 'm', value }) as const;
  beforeAll(async () => {
    engine = await sharedStore();
    writer = new CustomerWriter(engine.store);
    contexts = new StoredContextsRepository(new ProjectReaders(engine.store), new PropertiesRepository());
    await writer.write(project, 'ann', 'plan', set('"pro"'));
    await writer.write(project, 'device', 'size', set('{"w":[1,null]}'));
    await writer.write(project, 'ann', 'secret', set('"x"'));
    await writer.write(project, 'bob', 'plan', set('"free"'));
    await writer.write(other, 'ann', 'plan', set('"foreign"'));
    await writer.write(project, 'bob', 'seat', { ...set('"paid"'), isFromServer: true });
    await writer.write(project, 'bob', 'seat', { ...set('"stolen"'), time: 2n });
    await writer.write(project, 'ann', 'seat', set('"stolen"'));
    await writer.write(project, 'device', 'seat', { ...set('"paid"'), isFromServer: true });
    await writer.groupWrite(project, 'company', 'acme', 'tier', { ...set('"gold"'), isFromServer: true });
    await writer.groupWrite(project, 'company', 'acme', 'tier', { ...set('"page"'), time: 2n });
    await writer.groupWrite(project, 'team', 'acme', 'tier', set('"page"'));
    await writer.merge(project, { device: 'ann', bob: 'bob' });
    await writer.groupWrite(project, 'company', 'acme', 'it\'s "in"', set('10'));
    await writer.groupWrite(project, 'team', 'acme', 'it\'s "in"', set('3'));
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  it('returns persons in the requested order, by any of their ids, with the requested properties only', async () => {
    const found = await contexts.persons(personScope(project), ['device', 'nobody', 'bob', 'ann'], ['plan', 'size']);
    assert.deepEqual(
      found.map(({ canonical, ids, properties }) => [canonical, [...ids].sort(), JSON.parse(properties) as unknown]),
      [
        ['ann', ['ann', 'device'], { plan: 'pro', size: { w: [1, null] } }],
        ['nobody', ['nobody'], {}],
        ['bob', ['bob'], { plan: 'free' }],
        ['ann', ['ann', 'device'], { plan: 'pro', size: { w: [1, null] } }],
      ],
    );
    assert.deepEqual(
      (await contexts.persons(personScope(project), ['device'], [])).map(({ canonical, properties }) => [
        canonical,
        properties,
      ]),
      [['ann', '{}']],
    );
    assert.deepEqual(await contexts.persons(personScope(project), [], ['plan']), []);
  });

  it('reads for as long as its caller waits', async () => {
    const scope = personScope(project);
    const leaving = new AbortController();
    const reader = new ProjectReaders(engine.store).openFor(scope, new Budget(leaving.signal));
    assert.equal((await contexts.persons(scope, ['ann'], ['plan'], reader))[0]?.properties, '{"plan":"pro"}');
    leaving.abort();
    const groups = [{ type: 'company', key: 'acme' }];
    const reads = [
      contexts.persons(scope, ['ann'], ['plan'], reader),
      contexts.serverProperties(scope, ['bob'], ['seat'], reader),
      contexts.groups(scope, groups, ['tier'], 'any', reader),
    ];
    await Promise.all(reads.map((read) => assert.rejects(read, { code: 'cancelled' })));
  });

  it('returns the properties that a secret key wrote to exactly these IDs, whatever a page wrote or linked', async () => {
    const ids = ['ann', 'bob', 'device', 'nobody'];
    const found = await contexts.serverProperties(personScope(project), ids, ['seat', 'plan']);
    assert.deepEqual(
      found.map((json): unknown => JSON.parse(json)),
      [{}, { seat: 'paid' }, { seat: 'paid' }, {}],
    );
    assert.deepEqual(await contexts.serverProperties(personScope(project), ids, []), ['{}', '{}', '{}', '{}']);
    const groups = ['team', 'company'].map((type) => ({ type, key: 'acme' }));
    assert.deepEqual(await contexts.groups(personScope(project), groups, ['tier'], 'server'), [
      '{}',
      '{"tier":"gold"}',
    ]);
    assert.deepEqual(await contexts.groups(personScope(project), groups, ['tier']), [
      '{"tier":"page"}',
      '{"tier":"page"}',
    ]);
  });

  it('returns groups in the requested order, each type by itself', async () => {
    const groups = ['team', 'none', 'company'].map((type) => ({ type, key: 'acme' }));
    const name = 'it\'s "in"';
    const found = await contexts.groups(personScope(project), groups, [name]);
    assert.deepEqual(
      found.map((json): unknown => JSON.parse(json)),
      [{ [name]: 3 }, {}, { [name]: 10 }],
    );
    assert.deepEqual(await contexts.groups(personScope(project), groups, ['else']), ['{}', '{}', '{}']);
    assert.deepEqual(await contexts.groups(personScope(other), groups, [name]), ['{}', '{}', '{}']);
  });
});
