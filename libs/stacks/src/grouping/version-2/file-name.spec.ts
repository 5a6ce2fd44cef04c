import assert from 'node:assert/strict';
import fc from 'fast-check';
import { normalizeFile } from './file-name.js';

const CASES: readonly (readonly [string, string])[] = [
  ['https://shop.example/assets/index-BzX3kq9T.js', 'index.js'],
  ['https://shop.example/assets/index-D0aPq_2x.js', 'index.js'],
  ['https://shop.example/assets/index-D0a-q_2x.js?v=3', 'index.js'],
  ['https://shop.example/assets/index--0aPqT2x.js', 'index.js'],
  ['https://shop.example/assets/index-D0aPqT2-.js', 'index.js'],
  ['https://shop.example/assets/index-BzXkqTaP.js', 'index.js'],
  ['https://shop.example/assets/my-cart-D0aPq_2x.js', 'my-cart.js'],
  ['https://shop.example/assets/index-legacy-D0aPq_2x.js', 'index-legacy.js'],
  ['https://shop.example/chunk-5DZQKJ7M.js', 'chunk.js'],
  ['https://shop.example/app.3f2a9c81.js', 'app.js'],
  ['https://shop.example/app.3f2a9c81d2e4f5a6b7c8.js', 'app.js'],
  ['https://shop.example/_app/immutable/entry/start.D0aPq_2x.js', 'start.js'],
  ['https://shop.example/_nuxt/D0aPq_2x.js', '<hash>.js'],
  ['https://shop.example/static/chunks/7dd66bdf8a7e5707.js', '<hash>.js'],
  ['https://shop.example/_next/static/chunks/app/users/page-3f2a9c81d2e4f5a6.js', 'users/page.js'],
  ['https://shop.example/index.js', 'index.js'],
  ['/srv/shop/user-MyWidget.js', 'user-MyWidget.js'],
  ['/srv/shop/vue-HtmlView.js', 'vue-HtmlView.js'],
  ['/srv/shop/S3Client.js', 'S3Client.js'],
  ['/srv/shop/Md5Utils.js', 'Md5Utils.js'],
  ['/srv/shop/facade.js', 'facade.js'],
  ['/srv/shop/sha256.js', 'sha256.js'],
  ['/srv/shop/order-checkout.js', 'order-checkout.js'],
  ['/srv/shop/utils.es2020.js', 'shop/utils.es2020.js'],
  ['/app/src/users/index.js', 'users/index.js'],
  ['webpack://shop/./src/users/index.tsx', 'users/index.tsx'],
  ['C:\\shop\\src\\users\\index.js', 'users/index.js'],
  ['/app/shop/views.py', 'shop/views.py'],
  ['shop/views.py', 'shop/views.py'],
  ['/app/blog/__init__.py', 'blog/__init__.py'],
  ['src/routes/users/+page.server.ts', 'users/+page.server.ts'],
  ['app/views/users/index.html.erb', 'users/index.html.erb'],
  ['./src/net/mod.rs', 'net/mod.rs'],
  ['/var/www/releases/20260101/index.php', 'index.php'],
  ['/home/deploy/shop/current/index.js', 'index.js'],
  ['/srv/shop-1.2.3/index.js', 'shop/index.js'],
  ['/srv/shop/main.py', 'main.py'],
  ['/app/main.py', 'main.py'],
  ['/app/services/users/main.py', 'users/main.py'],
  ['/app/src/main.ts', 'main.ts'],
  ['/usr/src/app/server.js', 'server.js'],
  ['https://shop.example/js/app.js', 'app.js'],
  ['/app/pay.js', 'pay.js'],
];

const character = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');
const base64url = fc.array(character, { minLength: 8, maxLength: 8 }).map((all) => all.join(''));

describe('the file of a frame', () => {
  it.each(CASES)('%p is compared as %p', (file, expected) => assert.equal(normalizeFile(file), expected));

  it('does not depend on the hash of a bundle, whichever characters it has', () => {
    const names = fc.sample(base64url, { numRuns: 5_000, seed: 7 });
    const missed = names.filter((hash) => normalizeFile(`https://shop.example/assets/cart-${hash}.js`) !== 'cart.js');
    // One in fifty hashes has no digit and no capital letter, or looks like words.
    assert.ok(missed.length < names.length / 50, missed.slice(0, 40).join(' '));
  });

  it('does not depend on the folder of a deployment', () => {
    const roots = ['/app', '/srv/shop', 'C:\\shop', 'https://cdn.example/v2', '/var/www/releases/20260101'];
    for (const path of ['src/users/index.js', 'users/views.py', 'src/pay.js', 'src/users/main.js'])
      assert.equal(new Set(roots.map((root) => normalizeFile(`${root}/${path}`))).size, 1, path);
  });
});
