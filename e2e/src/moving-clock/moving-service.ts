import type { Topology } from '@svc/testing';
import { addressEnvironment, startTopology, topologyKind } from '../topology.js';
import { startMailbox, type Mailbox } from './mailbox.js';

/** A service with a mail server, whose clock the specs move instead of waiting. */
export interface MovingService {
  readonly topology: Topology;
  readonly mailbox: Mailbox;
  stop(): Promise<void>;
}

/** Starts it in place of the service that the environment names, until it is stopped. */
export async function startMovingService(): Promise<MovingService> {
  const before = { ...process.env };
  const mailbox = await startMailbox();
  const mail = { SVC_SMTP_URL: mailbox.url, SVC_MAIL_FROM: 'svc@example.com' };
  const topology = await startTopology(topologyKind(), { sharedEnv: mail, hasLinks: true, movableClock: true });
  Object.assign(process.env, addressEnvironment(topology));
  return {
    topology,
    mailbox,
    stop: async () => {
      Object.assign(process.env, before);
      await topology.stop();
      await mailbox.stop();
    },
  };
}

/** Milliseconds before now of the machine, for records that are to be sent with the present time of the service. */
export const getPresent = ({ topology }: MovingService): number => Date.now() - topology.now();
