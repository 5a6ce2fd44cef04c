import { skipOrFail } from '@svc/testing';
import { makeKey } from '../../api.js';
import { go, python, type BringShop } from './programs.js';
import { isReported, openShop, runShop, toDsn, type ShopCommand } from './shop.js';

/** SDKs with a program and the type of its error. */
const SDKS: readonly (readonly [name: string, bring: BringShop, type: RegExp])[] = [
  ['Python', python, /Declined$/],
  ['Go', go, /Declined$/],
];

const brought = await Promise.all(SDKS.map(async ([name, bring, type]) => ({ name, type, program: await bring() })));

describe('SDKs of Sentry, with no more than a DSN', () => {
  for (const { name, type, program } of brought) {
    // Skipped without the language itself; missing packages of an installed language fail when all languages are required.
    if (!('reason' in program)) reportsWith(name, program, type);
    else if (program.isLanguageMissing) it.skip(`${name} (${program.reason})`, () => undefined);
    else skipOrFail(name, program.reason);
  }
});

function reportsWith(name: string, program: ShopCommand, type: RegExp): void {
  it(`${name} reports an error, a transaction and a log`, async () => {
    const shop = await openShop();
    await isReported(shop, await runShop(shop, shop.dsn, ...program), type);
  });

  it(`${name} reports the same with a secret key, which it sends in a header`, async () => {
    const shop = await openShop();
    const { secret } = await makeKey(['telemetry:write'], shop.project);
    await isReported(shop, await runShop(shop, toDsn(secret), ...program), type);
  });
}
