/** A server whose lifetime the tests end; stopping one that was given by URL does nothing. */
export interface Stoppable {
  stop(): Promise<void>;
}

export interface ClickHouseForTests extends Stoppable {
  /** `http://user:password@host:8123` */
  readonly url: string;
  /** Whether it is a cluster, whose tables are spread over shards. */
  readonly isCluster: boolean;
}

export interface KafkaForTests extends Stoppable {
  readonly brokers: string[];
  /** The brokers that can be killed one by one; absent for a given Kafka and in containers. */
  readonly nodes?: readonly KafkaNode[];
}

export interface KafkaNode {
  /** Identifies the process: only its command line contains this path. */
  readonly configurationFile: string;
  kill(): Promise<void>;
  restart(): Promise<void>;
}

export interface PostgresForTests extends Stoppable {
  /** `postgresql://user:password@host:port/database`, of an account that may create databases. */
  readonly url: string;
}

export interface RedisForTests extends Stoppable {
  readonly url: string;
}

export interface S3ForTests extends Stoppable {
  /** `http://<access key>:<secret>@<host>:<port>/<bucket>`; the bucket may have to be created first. */
  readonly url: string;
}
