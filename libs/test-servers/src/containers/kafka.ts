import { freePort } from '../free-ports.js';
import { brokerSettings } from '../kafka-settings.js';
import type { KafkaForTests } from '../servers.js';
import type { Containers } from './docker.js';
import { IMAGES } from './images.js';

const CONTROLLER_PORT = 9093;

/** The port is the same inside and outside, because a broker tells its clients the address at which they reach it. */
export function defineKafka({ GenericContainer, Wait }: Containers, port: number, host = '127.0.0.1') {
  const settings = brokerSettings({
    port,
    controllerPort: CONTROLLER_PORT,
    bind: '0.0.0.0',
    host,
    dataDirectory: '/tmp/kafka-data',
  });
  return new GenericContainer(IMAGES.kafka)
    .withEnvironment(Object.fromEntries(Object.entries(settings).map(([name, value]) => [toVariable(name), value])))
    .withExposedPorts({ container: port, host: port })
    .withWaitStrategy(Wait.forLogMessage('Kafka Server started'));
}

export async function startKafka(containers: Containers): Promise<KafkaForTests> {
  const client = await containers.getContainerRuntimeClient();
  const port = await freePort();
  const host = client.info.containerRuntime.host;
  const container = await defineKafka(containers, port, host).start();
  return { brokers: [`${host}:${port}`], stop: async () => void (await container.stop()) };
}

/** The image reads every setting of the broker from a variable with this name. */
function toVariable(setting: string): string {
  return `KAFKA_${setting.toUpperCase().replaceAll('.', '_')}`;
}
