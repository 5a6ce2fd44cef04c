import { readFileSync } from 'node:fs';
import { optional, setting, type ConfigOf } from '@svc/config';
import type { KafkaEventLogOptions } from './kafka-event-log.js';

/** The mechanisms of SASL (RFC 4422) that managed Kafka offers, apart from those with tokens of a cloud. */
const MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

export const KAFKA_ACCESS_SETTINGS = {
  SVC_KAFKA_BROKERS: setting.list({ default: ['127.0.0.1:9092'], description: 'Addresses of the Kafka brokers' }),
  SVC_KAFKA_TLS: setting.flag({ default: false, description: 'Whether the brokers are reached over TLS' }),
  SVC_KAFKA_TLS_CA_FILE: optional(
    setting.text({
      description:
        'PEM file with the certificate authority of the brokers; by default the authorities that Node trusts',
    }),
  ),
  SVC_KAFKA_SASL_MECHANISM: optional(
    setting.choice(MECHANISMS, {
      description: 'SASL mechanism for the brokers; none by default. `plain` needs TLS',
    }),
  ),
  SVC_KAFKA_USERNAME: optional(setting.text({ description: 'User name for SVC_KAFKA_SASL_MECHANISM' })),
  SVC_KAFKA_PASSWORD: optional(setting.secret({ description: 'Password for SVC_KAFKA_SASL_MECHANISM' })),
} as const;

/**
 * Converts the settings to the options of a connection to the brokers.
 *
 * @throws Error if settings contradict each other, or the authority's file cannot be read.
 */
export function toKafkaAccess(
  config: ConfigOf<typeof KAFKA_ACCESS_SETTINGS>,
): Pick<KafkaEventLogOptions, 'brokers' | 'ssl' | 'sasl'> {
  const {
    SVC_KAFKA_TLS: isEncrypted,
    SVC_KAFKA_TLS_CA_FILE: authorityFile,
    SVC_KAFKA_SASL_MECHANISM: mechanism,
  } = config;
  const { SVC_KAFKA_USERNAME: username, SVC_KAFKA_PASSWORD: password, SVC_KAFKA_BROKERS: brokers } = config;
  if (authorityFile !== undefined && !isEncrypted) throw new Error('SVC_KAFKA_TLS_CA_FILE needs SVC_KAFKA_TLS');
  const ssl = authorityFile === undefined ? true : { ca: [readFileSync(authorityFile, 'utf8')] };
  const encryption = isEncrypted ? { ssl } : {};
  if (mechanism === undefined) {
    if (username === undefined && password === undefined) return { brokers, ...encryption };
    throw new Error('SVC_KAFKA_USERNAME and SVC_KAFKA_PASSWORD need SVC_KAFKA_SASL_MECHANISM');
  }
  if (username === undefined || password === undefined)
    throw new Error('SVC_KAFKA_SASL_MECHANISM needs SVC_KAFKA_USERNAME and SVC_KAFKA_PASSWORD');
  if (mechanism === 'plain' && !isEncrypted)
    throw new Error('SVC_KAFKA_SASL_MECHANISM=plain needs SVC_KAFKA_TLS: it sends the password as it is');
  // The type of the library wants to know the mechanism of each object.
  const sasl = { mechanism, username, password } as NonNullable<KafkaEventLogOptions['sasl']>;
  return { brokers, ...encryption, sasl };
}
