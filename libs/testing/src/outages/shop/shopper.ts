import { between, hex, pick, type Random } from './random.js';

/** Who makes a request, as its attributes tell. */
export interface Shopper {
  readonly account: string;
  readonly user: string;
  readonly country: string;
  readonly device: string;
}

export const ACCOUNTS = Array.from({ length: 24 }, (_, nth) => `acct-${(nth + 11).toString(36).padStart(3, '0')}`);
const COUNTRIES = ['DE', 'FR', 'US', 'BR', 'JP', 'NG'];
const DEVICES = ['ios', 'android', 'desktop'];

/** Few accounts have most of the requests. */
export function drawShopper(random: Random): Shopper {
  const account = ACCOUNTS[Math.floor(ACCOUNTS.length * random() ** 2)] ?? 'acct-00b';
  return shopperOf(account, random);
}

export function shopperOf(account: string, random: Random): Shopper {
  return {
    account,
    user: `${account}-user-${Math.floor(between(0, 12, random))}`,
    country: pick(COUNTRIES, random),
    device: pick(DEVICES, random),
  };
}

export const newTraceId = (random: Random): string => hex(32, random);
