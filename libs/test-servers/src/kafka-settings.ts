export interface BrokerPlace {
  readonly port: number;
  readonly controllerPort: number;
  /** The interface on which the broker listens. */
  readonly bind: string;
  /** The name by which clients reach it. */
  readonly host: string;
  readonly dataDirectory: string;
}

/** One node that is broker and controller; one replica of everything; groups form without the usual pause of 3 s. */
export function brokerSettings({
  port,
  controllerPort,
  bind,
  host,
  dataDirectory,
}: BrokerPlace): Record<string, string> {
  return {
    'process.roles': 'broker,controller',
    'node.id': '1',
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://${bind}:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://${host}:${port}`,
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': dataDirectory,
    'offsets.topic.replication.factor': '1',
    'offsets.topic.num.partitions': '4',
    'transaction.state.log.replication.factor': '1',
    'transaction.state.log.min.isr': '1',
    'share.coordinator.state.topic.replication.factor': '1',
    'share.coordinator.state.topic.min.isr': '1',
    'group.initial.rebalance.delay.ms': '0',
    'group.min.session.timeout.ms': '1000',
    // After a kill, the controller considers the broker alive for this long and delays the restarted one.
    'broker.session.timeout.ms': '2000',
    'broker.heartbeat.interval.ms': '500',
    'auto.create.topics.enable': 'false',
  };
}
