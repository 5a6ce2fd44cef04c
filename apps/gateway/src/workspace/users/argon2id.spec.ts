import assert from 'node:assert/strict';
import { hash, verify } from './argon2id.js';

const SALT = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
const WIDE = { memory: 64, passes: 3, parallelism: 2 };

/** PHC strings of an independent implementation, @node-rs/argon2 2.2.1, which stored the passwords of earlier versions. */
const VECTORS = [
  {
    text: 'correct horse battery staple',
    cost: { memory: 19_456, passes: 2, parallelism: 1 },
    phc: '$argon2id$v=19$m=19456,t=2,p=1$AAECAwQFBgcICQoLDA0ODw$gYJZtjEAJqjg26xdLmknq8/bB7MiWPrE9hsYuA+SkIU',
  },
  {
    text: 'caf\u00e9 au lait noir',
    cost: WIDE,
    phc: '$argon2id$v=19$m=64,t=3,p=2$AAECAwQFBgcICQoLDA0ODw$jeCZmv1oGsNsX61VRibQsEGo6uGqQbkQU9jxwnYOBrc',
  },
  {
    text: '',
    cost: { memory: 8, passes: 1, parallelism: 1 },
    phc: '$argon2id$v=19$m=8,t=1,p=1$AAECAwQFBgcICQoLDA0ODw$Me1B4tc/J/3+TrS+xlE0Hli6Q0dwUcb+StrXNdgu4Io',
  },
];

describe('argon2id', () => {
  it('writes the same PHC string as another implementation, byte by byte', async () => {
    for (const { text, cost, phc } of VECTORS) assert.equal(await hash(text, cost, SALT), phc);
  });

  it('verifies the hashes of another implementation', async () => {
    for (const { text, phc } of VECTORS) {
      assert.ok(await verify(phc, text));
      assert.ok(!(await verify(phc, `${text} `)));
    }
  });

  it('rejects a stored text that is not a hash of Argon2id', async () => {
    const [{ phc }] = VECTORS as [(typeof VECTORS)[0]];
    for (const stored of ['', 'password', phc.replace('argon2id', 'argon2i'), phc.replace('v=19', 'v=16'), `${phc}$`])
      await assert.rejects(verify(stored, 'password'), /not Argon2id/);
  });

  it('salts each hash', async () => {
    assert.notEqual(await hash('same', WIDE), await hash('same', WIDE));
  });
});
