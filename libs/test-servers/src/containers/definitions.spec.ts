import assert from 'node:assert/strict';
import * as containers from 'testcontainers';
import { keeperConfig, serverConfig } from './clickhouse-config.js';
import { defineKeeper, defineShard } from './clickhouse.js';
import { IMAGES } from './images.js';
import { defineKafka } from './kafka.js';
import { definePostgres } from './postgres.js';
import { defineRedis } from './redis.js';
import { defineS3 } from './s3.js';

/** Elements that are opened and not closed, or closed and not opened. */
function unbalanced(xml: string): string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [, slash, name = ''] of xml.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
    if (slash === '') open.push(name);
    else if (open.pop() !== name) wrong.push(name);
  }
  return [...wrong, ...open];
}

describe('the container definitions', () => {
  it('defines containers that testcontainers accepts', () => {
    const definitions = [
      defineKeeper(containers),
      defineShard(containers, 'shard-1'),
      defineKafka(containers, 29_092),
      definePostgres(containers),
      defineRedis(containers),
      defineS3(containers),
    ];
    for (const definition of definitions) assert.ok(definition instanceof containers.GenericContainer);
  });

  it('names one version of every image', () => {
    for (const image of Object.values(IMAGES)) assert.match(image, /^[\w/-]+:(\d+[\w.-]*|RELEASE\.[\w-]+)$/);
  });

  it('gives every shard all shards, Keeper, and the macros of the migrations', () => {
    const shards = ['shard-1', 'shard-2'];
    const config = serverConfig({ shard: 'shard-2', shards, keeper: { host: 'keeper', port: 9181 } });
    assert.deepEqual(unbalanced(config), []);
    assert.deepEqual(
      [...config.matchAll(/<replica><host>([^<]+)/g)].map(([, host]) => host),
      shards,
    );
    assert.match(config, /<node><host>keeper<\/host><port>9181<\/port><\/node>/);
    assert.match(config, /<macros><cluster>svc<\/cluster><shard>shard-2<\/shard><replica>[^<]+<\/replica><\/macros>/);
    assert.deepEqual(unbalanced(keeperConfig(9181)), []);
  });
});
