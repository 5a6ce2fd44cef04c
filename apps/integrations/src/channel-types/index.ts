import type { ChannelType } from './channel-type.js';
import { DISCORD } from './discord.js';
import { EMAIL } from './email.js';
import { GOOGLECHAT } from './googlechat.js';
import { MSTEAMS } from './msteams.js';
import { OPSGENIE } from './opsgenie.js';
import { PAGERDUTY } from './pagerduty.js';
import { PHONE, SMS } from './provider.js';
import { CHAT_DM, SLACK } from './slack.js';
import { TELEGRAM } from './telegram.js';
import { WEBHOOK } from './webhook.js';

/** Every type of channel, in the order of the reference. */
export const CHANNEL_TYPES: readonly ChannelType[] = [
  EMAIL,
  WEBHOOK,
  SLACK,
  MSTEAMS,
  DISCORD,
  TELEGRAM,
  GOOGLECHAT,
  PAGERDUTY,
  OPSGENIE,
  SMS,
  PHONE,
  CHAT_DM,
];

export const findChannelType = (name: string): ChannelType | undefined =>
  CHANNEL_TYPES.find((type) => type.name === name);
