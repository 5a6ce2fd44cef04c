export interface BrokerPlace {
  readonly port: number;
  readonly controllerPort: number;
  /** The interface on which the broker listens. */
  readonly bind: string;
  /** The name by which clients reach it. */
  readonly host: string;
  readonly dataDirectory: string;
}

/** A node among others; their numbers are 1 and up, in the order of the ports. */
export interface BrokerOfCluster {
  readonly node: number;
  readonly controllerPorts: readonly number[];
}

/**
 * A node that is broker and controller, alone by default. Every node has a replica of everything, and all but one have to write it. Groups
 * form without the usual pause of 3 s.
 */
export function brokerSettings(
  { port, controllerPort, bind, host, dataDirectory }: BrokerPlace,
  { node, controllerPorts }: BrokerOfCluster = { node: 1, controllerPorts: [controllerPort] },
): Record<string, string> {
  const replicas = String(controllerPorts.length);
  const writing = String(Math.max(1, controllerPorts.length - 1));
  return {
    'process.roles': 'broker,controller',
    'node.id': String(node),
    'controller.quorum.voters': controllerPorts.map((voter, i) => `${i + 1}@127.0.0.1:${voter}`).join(','),
    listeners: `PLAINTEXT://${bind}:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://${host}:${port}`,
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': dataDirectory,
    'min.insync.replicas': writing,
    'offsets.topic.replication.factor': replicas,
    'offsets.topic.num.partitions': '4',
    'transaction.state.log.replication.factor': replicas,
    'transaction.state.log.min.isr': writing,
    'share.coordinator.state.topic.replication.factor': replicas,
    'share.coordinator.state.topic.min.isr': writing,
    'group.initial.rebalance.delay.ms': '0',
    'group.min.session.timeout.ms': '1000',
    // The controller considers a killed broker alive for this long and delays the restarted one.
    'broker.session.timeout.ms': '2000',
    'broker.heartbeat.interval.ms': '500',
    'auto.create.topics.enable': 'false',
  };
}

/** The credentials of a user of a broker. */
export interface BrokerLogin {
  readonly username: string;
  readonly password: string;
  /** PEM file of the key and the certificate of the broker. */
  readonly keyStoreFile: string;
  readonly authorityFile: string;
}

/** Changes of the settings with which clients need TLS, and the password by PLAIN; the mechanisms of SCRAM have theirs in the storage. */
export function securedSettings(
  { port, controllerPort, bind, host }: BrokerPlace,
  { username, password, keyStoreFile, authorityFile }: BrokerLogin,
): Record<string, string> {
  const users = `username="${username}" password="${password}" user_${username}="${password}"`;
  return {
    listeners: `SASL_SSL://${bind}:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `SASL_SSL://${host}:${port}`,
    'listener.security.protocol.map': 'SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'SASL_SSL',
    'sasl.mechanism.inter.broker.protocol': 'PLAIN',
    'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
    'listener.name.sasl_ssl.plain.sasl.jaas.config': `org.apache.kafka.common.security.plain.PlainLoginModule required ${users};`,
    'listener.name.sasl_ssl.scram-sha-256.sasl.jaas.config': SCRAM,
    'listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config': SCRAM,
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': keyStoreFile,
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.location': authorityFile,
  };
}

const SCRAM = 'org.apache.kafka.common.security.scram.ScramLoginModule required;';
