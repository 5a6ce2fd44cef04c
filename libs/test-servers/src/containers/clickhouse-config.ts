export interface ShardPlace {
  readonly shard: string;
  /** The names of all shards in the network, this one included. */
  readonly shards: readonly string[];
  readonly keeper: { readonly host: string; readonly port: number };
}

const NATIVE_PORT = 9000;

/** Configuration of a shard: the cluster, its secret, Keeper, and the macros that migrations use. */
export function serverConfig({ shard, shards, keeper }: ShardPlace): string {
  const members = shards.map(
    (host) => `<shard><internal_replication>true</internal_replication>
        <replica><host>${host}</host><port>${NATIVE_PORT}</port></replica></shard>`,
  );
  return `<clickhouse>
  <listen_host>0.0.0.0</listen_host>
  <remote_servers replace="true">
    <svc><secret>secret-of-the-cluster</secret>
      ${members.join('\n      ')}</svc>
  </remote_servers>
  <zookeeper><node><host>${keeper.host}</host><port>${keeper.port}</port></node></zookeeper>
  <distributed_ddl><path>/clickhouse/task_queue/ddl</path></distributed_ddl>
  <macros><cluster>svc</cluster><shard>${shard}</shard><replica>replica-1</replica></macros>
</clickhouse>
`;
}

/** A Keeper of one node. */
export function keeperConfig(port: number): string {
  return `<clickhouse>
  <listen_host>0.0.0.0</listen_host>
  <logger><level>warning</level><console>1</console></logger>
  <keeper_server>
    <tcp_port>${port}</tcp_port>
    <server_id>1</server_id>
    <log_storage_path>/var/lib/clickhouse/coordination/log</log_storage_path>
    <snapshot_storage_path>/var/lib/clickhouse/coordination/snapshots</snapshot_storage_path>
    <raft_configuration><server><id>1</id><hostname>localhost</hostname><port>9234</port></server></raft_configuration>
  </keeper_server>
</clickhouse>
`;
}
