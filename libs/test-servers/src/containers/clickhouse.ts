import type { ClickHouseForTests } from '../servers.js';
import { keeperConfig, serverConfig } from './clickhouse-config.js';
import type { Containers } from './docker.js';
import { IMAGES } from './images.js';

const HTTP_PORT = 8123;
const KEEPER_PORT = 9181;
const PASSWORD = 'secret-of-the-tests';
const KEEPER = 'keeper';
const SHARDS = ['shard-1', 'shard-2'];

/** The server that coordinates the replicas and the statements of the whole cluster. */
export function defineKeeper({ GenericContainer, Wait }: Containers) {
  return new GenericContainer(IMAGES.keeper)
    .withNetworkAliases(KEEPER)
    .withCopyContentToContainer([
      { content: keeperConfig(KEEPER_PORT), target: '/etc/clickhouse-keeper/keeper_config.xml' },
    ])
    .withExposedPorts(KEEPER_PORT)
    .withWaitStrategy(Wait.forListeningPorts());
}

/** One server that is one shard of the cluster. */
export function defineShard({ GenericContainer, Wait }: Containers, shard: string) {
  const config = serverConfig({ shard, shards: SHARDS, keeper: { host: KEEPER, port: KEEPER_PORT } });
  return new GenericContainer(IMAGES.clickhouse)
    .withNetworkAliases(shard)
    .withEnvironment({ CLICKHOUSE_PASSWORD: PASSWORD, CLICKHOUSE_DEFAULT_ACCESS_MANAGEMENT: '1' })
    .withCopyContentToContainer([{ content: config, target: '/etc/clickhouse-server/config.d/cluster.xml' }])
    .withUlimits({ nofile: { soft: 262_144, hard: 262_144 } })
    .withExposedPorts(HTTP_PORT)
    .withWaitStrategy(Wait.forHttp('/ping', HTTP_PORT));
}

/** A cluster of two shards with Keeper; its address is that of the first shard. */
export async function startClickHouse(containers: Containers): Promise<ClickHouseForTests> {
  const network = await new containers.Network().start();
  const running: { stop(): Promise<unknown> }[] = [network];
  const stop = async (): Promise<void> => {
    for (const part of running.splice(0).reverse()) await part.stop();
  };
  try {
    running.push(await defineKeeper(containers).withNetwork(network).start());
    const shards = await Promise.all(
      SHARDS.map(async (shard) => {
        const container = await defineShard(containers, shard).withNetwork(network).start();
        running.push(container);
        return container;
      }),
    );
    const [first] = shards;
    if (!first) throw new Error('a cluster has at least one shard');
    const address = `${first.getHost()}:${first.getMappedPort(HTTP_PORT)}`;
    return { url: `http://default:${PASSWORD}@${address}`, isCluster: true, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
